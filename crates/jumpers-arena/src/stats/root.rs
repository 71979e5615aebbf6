//! Zeros of functions of one variable.

/// A zero of a continuous function between `a` and `b`, where it has different signs (or is 0 at
/// one of them), as near as floating point allows.
///
/// Chandrupatla's method (1997): inverse quadratic interpolation where the three last points
/// promise that it works, bisection elsewhere. Without a change of sign it ends, too, at one of
/// the two points; so it can be given any function and never hangs.
pub(crate) fn root(function: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a, b);
    let (mut fa, mut fb) = (function(a), function(b));
    let mut part = 0.5;
    for _ in 0..200 {
        let x = a + part * (b - a);
        let fx = function(x);
        let (c, fc);
        if (fx > 0.0) == (fa > 0.0) {
            (c, fc) = (a, fa);
        } else {
            (c, fc) = (b, fb);
            (b, fb) = (a, fa);
        }
        (a, fa) = (x, fx);
        let best = if fa.abs() < fb.abs() { a } else { b };
        let tolerance = 2.0 * f64::EPSILON * best.abs() + f64::MIN_POSITIVE;
        let least = tolerance / (b - a).abs();
        if fa == 0.0 || fb == 0.0 || least.is_nan() || least >= 0.5 {
            return best;
        }
        let xi = (a - b) / (c - b);
        let phi = (fa - fb) / (fc - fb);
        part = if phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi {
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        } else {
            0.5
        };
        part = part.clamp(least, 1.0 - least);
    }
    if fa.abs() < fb.abs() { a } else { b }
}

/// A zero of a function that is negative at `start` and positive far enough from it in the
/// direction of `step`: the step is doubled until it is. `start` plus or minus 2^60 steps if it
/// never is.
pub(crate) fn root_beyond(function: impl Fn(f64) -> f64, start: f64, step: f64) -> f64 {
    let (mut inner, mut step) = (start, step);
    for _ in 0..60 {
        let outer = inner + step;
        if function(outer) >= 0.0 {
            return root(function, inner, outer);
        }
        inner = outer;
        step *= 2.0;
    }
    inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_of_known_functions() {
        for (zero, found) in [
            (2f64.sqrt(), root(|x| x * x - 2.0, 0.0, 2.0)),
            (2f64.sqrt(), root(|x| 2.0 - x * x, 2.0, 0.0)),
            (0.0, root(|x| x * x * x, -1.0, 2.0)),
            (1.0, root(|x| x - 1.0, 1.0, 2.0)),
            (20.0f64.ln(), root(|x| x.exp() - 20.0, -700.0, 700.0)),
            (1e-9, root(|x| 1.0 - 1e-9 / x, 1e-12, 1.0)),
        ] {
            assert!(
                (zero - found).abs() <= 1e-14 * zero.abs().max(1e-4),
                "{zero} {found}"
            );
        }
    }

    #[test]
    fn zeros_outside_of_the_first_step() {
        for zero in [0.1, 1.0, 3.0, 12345.6] {
            let above = root_beyond(|x| x - zero, 0.0, 1.0);
            let below = root_beyond(|x| -x - zero, 0.0, -1.0);
            assert!((above - zero).abs() <= 1e-14 * zero, "{above}");
            assert!((below + zero).abs() <= 1e-14 * zero, "{below}");
        }
    }

    #[test]
    fn functions_without_a_zero_end() {
        assert!(root(|_| 1.0, 0.0, 1.0).is_finite());
        assert!(root(|_| f64::NAN, 0.0, 1.0).is_finite());
        assert!(root_beyond(|_| -1.0, 0.0, 1.0).is_finite());
    }
}
