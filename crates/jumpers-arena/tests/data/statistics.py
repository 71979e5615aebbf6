#!/usr/bin/env python3
"""Values that the tests of the arena's statistics compare with, computed another way.

    python3 -m pip install numpy scipy
    python3 crates/jumpers-arena/tests/data/statistics.py > crates/jumpers-arena/tests/data/statistics.json

The Rust code has closed forms and one-dimensional equations. Here general optimisers look for the
maxima: SLSQP over the three probabilities with the hypothesis as a constraint, checked against a
bounded search along another parametrisation; brentq on the profile likelihood for the ends of
intervals; BFGS for ratings, with derivatives by complex steps and differences, pair by pair.
"""

import json
import math
import platform
import sys

import numpy as np
import scipy
from scipy.optimize import brentq, minimize, minimize_scalar
from scipy.special import ndtr
from scipy.stats import binomtest, chi2

CHI = float(chi2.ppf(0.95, 1))
SCORES = np.array([0.0, 0.5, 1.0])
PER_T = 800 / math.log(10)
PER_NAT = 400 / math.log(10)


def log_likelihood(counts, cells):
    return sum(n * math.log(p) for n, p in zip(counts, cells) if n)


def best(function, low, high):
    """The largest value of a function with one maximum between two points, ends included."""
    values = []
    for x in (low, high):
        try:
            values.append((function(x), x))
        except ValueError:
            pass  # The logarithm of 0.
    # Twice: the second time about the first result, as its tolerance is absolute.
    left, right = low, high
    for _ in range(2):
        found = minimize_scalar(
            lambda x: -function(x), bounds=(left, right), method="bounded", options={"xatol": 1e-14}
        )
        values.append((-float(found.fun), float(found.x)))
        width = (right - left) * 1e-4
        left, right = max(low, found.x - width), min(high, found.x + width)
    return max(values)


def cells_logistic(counts, elo):
    score = 1 / (1 + 10 ** (-elo / 400))
    cells = lambda split: (max(0.0, 1 - score - split / 2), split, max(0.0, score - split / 2))
    _, split = best(lambda s: log_likelihood(counts, cells(s)), 0.0, 2 * min(score, 1 - score))
    return cells(split)


def cells_normalized(counts, elo):
    """Along the mean: with t it gives the variance, and so the decided pairs."""
    t = elo / PER_T * math.sqrt(2)
    if t == 0:
        cells = lambda decided: (decided / 2, 1 - decided, decided / 2)
        _, decided = best(lambda q: log_likelihood(counts, cells(q)), 0.0, 1.0)
        return cells(decided)

    def cells(above):
        decided = 4 * (above**2 + (above / t) ** 2)
        return tuple(max(0.0, x) for x in (decided / 2 - above, 1 - decided, decided / 2 + above))

    # From no pairs of the weaker side's to no splits.
    ends = [math.copysign(x, t) for x in (t**2 / (1 + t**2) / 2, abs(t) / math.sqrt(1 + t**2) / 2)]
    _, above = best(lambda a: log_likelihood(counts, cells(a)), min(ends), max(ends))
    return cells(above)


def cells_by_slsqp(model, counts, elo):
    """Over all probabilities, from several starts."""
    target = 1 / (1 + 10 ** (-elo / 400))
    t = elo / PER_T * math.sqrt(2)

    def off(p):
        mean = p @ SCORES
        if model == "logistic":
            return mean - target
        return (mean - 0.5) - t * math.sqrt(max(p @ (SCORES - mean) ** 2, 0.0))

    total = sum(counts)
    function = lambda p: -sum(n * math.log(max(x, 1e-300)) for n, x in zip(counts, p) if n) / total
    results = []
    for start in ([1 / 3] * 3, [0.1, 0.1, 0.8], [0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.45, 0.1, 0.45]):
        found = minimize(
            function,
            start,
            method="SLSQP",
            bounds=[(0, 1)] * 3,
            constraints=[{"type": "eq", "fun": lambda p: sum(p) - 1}, {"type": "eq", "fun": off}],
            options={"ftol": 1e-15, "maxiter": 1000},
        )
        if abs(off(found.x)) < 1e-9 and abs(sum(found.x) - 1) < 1e-9:
            results.append((found.fun, list(found.x)))
    return min(results)[1]


def cells(model, counts, elo):
    return (cells_logistic if model == "logistic" else cells_normalized)(counts, elo)


def profile(model, counts, elo):
    return log_likelihood(counts, cells(model, counts, elo))


def estimate(model, counts):
    total = sum(counts)
    if total == 0:
        return {"value": None, "low": None, "high": None}
    shares = np.array(counts) / total
    mean = float(shares @ SCORES)
    deviation = math.sqrt(float(shares @ (SCORES - mean) ** 2))
    top = log_likelihood(counts, shares)
    if mean in (0, 1):
        value = None
        start = 0.0
    elif model == "logistic":
        start = value = -400 * math.log10(1 / mean - 1)
    else:
        t = 0.0 if mean == 0.5 else (mean - 0.5) / deviation
        start = value = t / math.sqrt(2) * PER_T

    inside = lambda elo: 2 * (top - profile(model, counts, elo)) - CHI

    def end(sign):
        if mean == (1 if sign > 0 else 0):
            return None
        near = far = start
        if value is None:
            # The likelihood only rises towards the other side: go there first.
            while inside(near) >= 0:
                near -= sign * 10
        step = 1.0
        while inside(far) < 0:
            far += sign * step
            step *= 1.5
        return brentq(inside, near, far, xtol=1e-11, rtol=1e-14)

    return {"value": value, "low": end(-1), "high": end(1)}


def match_case(counts):
    total = sum(counts)
    lost, _, won = counts
    # The signed root of the likelihood ratio at a score of 1/2.
    root = 0.0
    if total:
        ratio = log_likelihood(counts, np.array(counts) / total) - profile("logistic", counts, 0.0)
        root = math.copysign(math.sqrt(max(2 * ratio, 0)), won - lost)
    return {
        "counts": counts,
        "elo": estimate("logistic", counts),
        "normalized_elo": estimate("normalized", counts),
        "los": float(ndtr(root)),
    }


def llr_case(model, counts, elo0, elo1):
    found = [cells(model, counts, elo) for elo in (elo0, elo1)]
    for elo, along in zip((elo0, elo1), found):
        anywhere = cells_by_slsqp(model, counts, elo)
        # SLSQP meets its constraints only so far; so its likelihood may be a little larger.
        difference = (log_likelihood(counts, along) - log_likelihood(counts, anywhere)) / sum(counts)
        if abs(difference) > 1e-7:
            sys.exit(f"{model} {counts} {elo}: {along} and {anywhere}")
    return {
        "model": model,
        "counts": counts,
        "elo0": elo0,
        "elo1": elo1,
        "cells": found,
        "llr": log_likelihood(counts, found[1]) - log_likelihood(counts, found[0]),
    }


def groups_of(engines, pairs):
    groups = list(range(engines))
    for first, second, *_ in pairs:
        old, new = max(groups[first], groups[second]), min(groups[first], groups[second])
        groups = [new if group == old else group for group in groups]
    return groups


def ratings_case(name, engines, pairs, anchor=None):
    sizes = sorted({pair[2] for pair in pairs})
    groups = groups_of(engines, pairs)
    parameters = engines + len(sizes)
    log_chance = lambda z: -np.log(1 + np.exp(-z))

    def chances(x, first, second, size):
        red = x[engines + sizes.index(size)]
        return red + x[first] - x[second], red + x[second] - x[first]

    def of_pair(x, pair):
        first, second, size, *won = pair
        logits = chances(x, first, second, size)
        return sum(log_chance(z if w else -z) for z, w in zip(logits, won))

    def objective(x):
        prior = sum((log_chance(z) + log_chance(-z)) / 2 for z in x)
        return sum(of_pair(x, pair) for pair in pairs) + prior

    def gradient(function, x):
        """By complex steps: no digits are lost."""
        steps = np.eye(parameters) * 1e-30j
        return np.array([function(x + step).imag / 1e-30 for step in steps])

    # Parameters whose mean is 0 in each group.
    constraints = np.zeros((len(set(groups)), parameters))
    for row, group in enumerate(sorted(set(groups))):
        for engine in range(engines):
            constraints[row, engine] = float(groups[engine] == group)
    basis = scipy.linalg.null_space(constraints)
    found = minimize(
        lambda y: -objective(basis @ y),
        np.zeros(basis.shape[1]),
        jac=lambda y: -basis.T @ gradient(objective, basis @ y),
        method="BFGS",
        options={"gtol": 1e-11, "maxiter": 10000},
    )
    x = basis @ found.x
    hessian = lambda x: np.array(
        [
            (gradient(objective, x + h) - gradient(objective, x - h)) / 2e-5
            for h in np.eye(parameters) * 1e-5
        ]
    )
    # BFGS stops a little early; two steps of Newton's finish.
    for _ in range(2):
        x = x - basis @ np.linalg.solve(basis.T @ hessian(x) @ basis, basis.T @ gradient(objective, x))

    information = -basis.T @ hessian(x) @ basis
    of_engine = np.zeros(engines)
    for first, second, size, *_ in pairs:
        for z in chances(x, first, second, size):
            p = 1 / (1 + math.exp(-z))
            of_engine[[first, second]] += p * (1 - p)
    covariance = np.zeros((parameters, parameters))
    for pair in pairs:
        first, second, size, *_ = pair
        weight = 2 / (2 + min(of_engine[first], of_engine[second]))
        scores = gradient(lambda x: of_pair(x, pair), x)
        covariance += (1 - weight) * np.outer(scores, scores)
        for won in ((0, 0), (0, 1), (1, 0), (1, 1)):
            other = (first, second, size, *won)
            scores = gradient(lambda x: of_pair(x, other), x)
            covariance += weight * math.exp(of_pair(x, other)) * np.outer(scores, scores)
    inverse = basis @ np.linalg.inv(information) @ basis.T
    covariance = inverse @ covariance @ inverse

    def interval(contrast, offset=0.0):
        value = PER_NAT * float(contrast @ x) + offset
        width = 1.959963984540054 * PER_NAT * math.sqrt(max(float(contrast @ covariance @ contrast), 0))
        return [value, value - width, value + width]

    unit = np.eye(parameters)
    rated = []
    for engine in range(engines):
        if anchor and groups[anchor[0]] == groups[engine]:
            rated.append(interval(unit[engine] - unit[anchor[0]], anchor[1]))
        else:
            rated.append(interval(unit[engine]))
    return {
        "name": name,
        "engines": engines,
        "anchor": anchor,
        "pairs": pairs,
        "ratings": rated,
        "advantages": [[size, *interval(unit[engines + i])] for i, size in enumerate(sizes)],
        "difference": interval(unit[0] - unit[1]) if engines > 1 and groups[0] == groups[1] else None,
    }


def simulated(seed, ratings, advantages, meetings, together):
    """Pairs whose games are decided by one throw of the dice with the given probability."""
    random = np.random.default_rng(seed)
    pairs = []
    for first, second, size, count in meetings:
        for _ in range(count):
            logits = [advantages[size] + s * (ratings[first] - ratings[second]) for s in (1, -1)]
            throws = random.random(2)
            if random.random() < together:
                throws[1] = throws[0]
            pairs.append([first, second, size, *(int(u * (1 + math.exp(-z)) < 1) for u, z in zip(throws, logits))])
    return pairs


def main():
    matches = [
        [0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 3],
        [0, 10, 0], [10, 25, 15], [15, 25, 10], [0, 2, 37], [0, 40, 3], [5, 0, 12], [1, 99, 0],
        [100, 0, 0], [1, 0, 999], [123, 456, 130], [36027, 68692, 36433], [1, 5000, 1],
        [1000000, 999000, 1001000],
    ]
    bounds = [
        ("logistic", 0, 5), ("logistic", -10, 0), ("logistic", 0, 50), ("logistic", 100, 300),
        ("normalized", 0, 5), ("normalized", -10, 0), ("normalized", 0, 50), ("normalized", 100, 300),
    ]
    tested = [
        [0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 7, 0], [0, 0, 20], [3, 0, 9], [0, 30, 4], [5, 30, 0],
        [10, 25, 15], [1, 400, 3], [250, 100, 260], [1234, 5678, 1300],
    ]
    everyone = [(a, b, 6, 8) for a in range(6) for b in range(a + 1, 6)]
    gauntlet = [(0, b, size, 4) for b in range(1, 8) for size in (6, 8, 10)]
    some = [(0, 1, 6, 20), (2, 0, 8, 15), (1, 2, 10, 25), (1, 0, 8, 5)]
    apart = [(0, 1, 6, 10), (2, 3, 6, 12), (4, 2, 8, 9)]
    six = [1.2, 0.5, 0.1, -0.2, -0.6, -1.0]
    red = {6: 0.3, 8: -0.2, 10: 0.1}
    ratings = [
        ratings_case("one pair", 2, [[0, 1, 6, 1, 0]]),
        ratings_case("one split pair", 2, [[1, 0, 8, 1, 1]]),
        ratings_case("all won", 2, [[0, 1, 6, 1, 0]] * 50),
        ratings_case("two engines", 2, simulated(1, [0.4, -0.4], red, [(0, 1, 6, 60)], 0.5)),
        ratings_case("three engines, three sizes", 3, simulated(2, [0.5, 0.0, -0.5], red, some, 0.3)),
        ratings_case("round robin", 6, simulated(3, six, red, everyone, 0.6)),
        ratings_case("anchored", 6, simulated(3, six, red, everyone, 0.6), [2, 2000.0]),
        ratings_case("gauntlet", 8, simulated(4, [0.3] + [0.2 * i for i in range(7)], red, gauntlet, 0.2)),
        ratings_case("groups", 6, simulated(5, six, red, apart, 0.0), [3, -50.0]),
        ratings_case("far apart", 3, simulated(6, [4.0, 0.0, -4.0], red, some, 0.4)),
    ]
    wilson = [[0, 1], [1, 1], [0, 10], [5, 10], [10, 10], [37, 120], [999, 1000], [123456, 250000]]
    result = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "matches": [match_case(counts) for counts in matches],
        "llrs": [llr_case(m, counts, *elos) for m, *elos in bounds for counts in tested],
        "ratings": ratings,
        "wilson": [
            [k, n, *map(float, binomtest(k, n).proportion_ci(0.95, "wilson"))] for k, n in wilson
        ],
    }
    # A line for each case.
    fields = []
    for name, value in result.items():
        if isinstance(value, list):
            value = "[\n" + ",\n".join(json.dumps(case) for case in value) + "\n]"
        else:
            value = json.dumps(value)
        fields.append(f"{json.dumps(name)}: {value}")
    sys.stdout.write("{\n" + ",\n".join(fields) + "\n}\n")


if __name__ == "__main__":
    main()
