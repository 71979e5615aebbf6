//! A plot of how the work to solve the start grows with the reserves, from files that
//! `jumpers-engine growth` made, and fits of the positions' logarithm.

#![expect(clippy::print_stdout, reason = "a command that prints")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use jumpers_core::{Size, SizeVisitor, study};
use jumpers_engine::growth::Growth;
use jumpers_engine::results;
use jumpers_engine::solve::Verdict;
use jumpers_lab::command;
use jumpers_lab::fit::{Estimate, Fit};
use plotters::prelude::*;

/// Plot the positions that it took to solve starts against their reserves, and print a fit.
///
/// Fitted to the logarithm of the positions, by least squares, are a straight line through all
/// points, one through the last ones alone, and a parabola. In parentheses are bounds of 95 %
/// probability if the growth follows such a curve, which nobody knows: how far the three are apart
/// says how much depends on that.
#[derive(Parser)]
#[command(name = "growth-plot")]
struct Args {
    /// Files of `jumpers-engine growth --out`.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the plot there, an SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Leave starts out of the fit that took fewer positions: they say little of the larger ones.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    from_nodes: u64,
    /// How many of the last points the second fit takes.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..))]
    last: u8,
    /// Reserves to extrapolate to; without this those of the board's start.
    #[arg(long, value_name = "K")]
    to: Option<u8>,
}

/// A start that was solved.
#[derive(Clone, Copy)]
struct Point {
    reserve: u8,
    nodes: u64,
    seconds: f64,
}

/// The starts of a board that were solved, by their reserves.
type Boards = BTreeMap<u8, BTreeMap<u8, Point>>;

fn main() -> ExitCode {
    command::end("growth-plot", run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut boards = Boards::new();
    for path in &args.files {
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read(path).map_err(|error| about(&error))?;
        for (line, row) in results::read::<Growth>(&text).map_err(|error| about(&error))? {
            if start_reserves(row.board).is_none() {
                let cause = format!("line {line}: there is no board of size {}", row.board);
                return Err(about(&cause).into());
            }
            if row.verdict != Verdict::Unknown {
                let point = Point {
                    reserve: row.red,
                    nodes: row.nodes.max(1),
                    seconds: row.seconds,
                };
                boards.entry(row.board).or_default().insert(row.red, point);
            }
        }
    }
    for (&board, points) in &boards {
        let points: Vec<_> = points.values().copied().collect();
        for line in fits(args, board, &points) {
            println!("{line}");
        }
    }
    if let Some(path) = &args.svg {
        let svg = plot(&boards).map_err(|error| format!("cannot plot: {error}"))?;
        std::fs::write(path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The reserves of a board's start: Red's, Teal's.
fn start_reserves(board: u8) -> Option<[u8; 2]> {
    struct Reserves;
    impl SizeVisitor for Reserves {
        type Output = [u8; 2];
        fn visit<S: Size>(self) -> [u8; 2] {
            S::START_RESERVES
        }
    }
    study::visit(board, Reserves)
}

/// What a line through all points that count, one through the last ones and a parabola through all
/// say.
fn fits(args: &Args, board: u8, points: &[Point]) -> Vec<String> {
    let counting: Vec<_> = points
        .iter()
        .copied()
        .filter(|point| point.nodes >= args.from_nodes)
        .collect();
    let last = &counting[counting.len().saturating_sub(args.last.into())..];
    let curves = [
        (&counting[..], Curve::Line),
        (last, Curve::Line),
        (&counting[..], Curve::Parabola),
    ];
    let texts = curves
        .into_iter()
        .filter_map(|(points, curve)| fit(args, board, points, curve));
    let mut lines: Vec<_> = texts
        .map(|text| format!("{board}x{board}: {text}"))
        .collect();
    // If there are few, the last ones are all.
    lines.dedup();
    if lines.is_empty() {
        lines.push(format!(
            "{board}x{board}: no fit, as only {} starts count",
            counting.len()
        ));
    }
    lines
}

/// What is fitted.
#[derive(Clone, Copy, PartialEq)]
enum Curve {
    Line,
    Parabola,
}

fn fit(args: &Args, board: u8, points: &[Point], curve: Curve) -> Option<String> {
    let logs: Vec<_> = points
        .iter()
        .map(|point| (f64::from(point.reserve), (point.nodes as f64).log10()))
        .collect();
    let fit = match curve {
        Curve::Line => Fit::new(&logs, 1)?,
        Curve::Parabola => Fit::new(&logs, 2)?,
    };
    let [red, teal] = match args.to {
        Some(reserve) => [reserve; 2],
        None => start_reserves(board)?,
    };
    let power = |log: f64| 10f64.powf(log);
    let nodes: u64 = points.iter().map(|point| point.nodes).sum();
    let seconds: f64 = points.iter().map(|point| point.seconds).sum();
    let rate = nodes as f64 / seconds.max(1e-3);
    let there = fit.at((f64::from(red) + f64::from(teal)) / 2.0).map(power);
    let how = match curve {
        Curve::Line => {
            let Estimate { value, low, high } = fit.slope().map(power);
            format!("line, factor {value:.2} ({low:.2} to {high:.2}) with a token more each")
        }
        Curve::Parabola => "parabola".to_owned(),
    };
    Some(format!(
        "{} starts, {first}/{first} to {last}/{last}: {how}; {red}/{teal} would take {} positions, \
         {} hours at {:.2} million a second",
        fit.points(),
        bounds(there),
        bounds(there.map(|nodes| nodes / rate / 3600.0)),
        rate / 1e6,
        first = points.first()?.reserve,
        last = points.last()?.reserve,
    ))
}

/// A number that is known but roughly.
fn bounds(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    format!("{value:.1e} ({low:.0e} to {high:.0e})")
}

/// Colours that people tell apart, whatever they see (M. Okabe and K. Ito, 2008).
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
const SIZE: (u32, u32) = (800, 500);

/// Powers of ten as they are said: 1, 10, ..., 1k, ..., 1M, ..., 1G.
fn short(nodes: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.into_iter().find(|(value, _)| nodes >= 0.999 * value);
    match unit {
        Some((value, letter)) => format!("{:.0}{letter}", nodes / value),
        None => format!("{nodes:.0}"),
    }
}

/// An SVG with a background of its own, so that it can be read on light and dark pages.
fn plot(boards: &Boards) -> Result<String, Box<dyn Error>> {
    let all = || boards.values().flat_map(BTreeMap::values);
    let last = all().map(|point| point.reserve).max().unwrap_or(1).max(1);
    let most = all().map(|point| point.nodes).max().unwrap_or(1).max(10);
    let top = 10f64.powi((most as f64).log10().ceil() as i32);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(20)
            .set_label_area_size(LabelAreaPosition::Left, 80)
            .set_label_area_size(LabelAreaPosition::Bottom, 56)
            .build_cartesian_2d(0f64..f64::from(last) + 0.2, (1f64..top).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.15))
            .label_style(("sans-serif", 18))
            .axis_desc_style(("sans-serif", 20))
            .x_desc("tokens in each reserve")
            .y_desc("positions evaluated")
            .x_labels(usize::from(last) + 1)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| short(*y))
            .draw()?;
        for ((board, points), color) in boards.iter().zip(COLORS.iter().cycle()) {
            let places = points
                .values()
                .map(|point| (f64::from(point.reserve), point.nodes as f64));
            chart
                .draw_series(LineSeries::new(places.clone(), color.stroke_width(2)))?
                .label(format!("{board}×{board}"))
                .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
            chart.draw_series(places.map(|place| Circle::new(place, 4, color.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .label_font(("sans-serif", 18))
            .background_style(WHITE)
            .border_style(BLACK.mix(0.3))
            .draw()?;
        root.present()?;
    }
    svg.push('\n');
    Ok(svg)
}
