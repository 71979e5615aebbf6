//! Turn generation and its lazy forms, on positions from random games.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jumpers_benches::random_positions;
use jumpers_core::{Eight, Position, Six, Size, Ten, TurnList, perft};

const POSITIONS: usize = 200;

fn bench_size<S: Size>(c: &mut Criterion) {
    let positions = random_positions::<S>(POSITIONS);
    let mut group = c.benchmark_group(format!("{0}x{0}", S::N));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    let mut over_all = |name: &str, run: &dyn Fn(&Position<S>) -> u64| {
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| positions.iter().map(|p| run(black_box(p))).sum::<u64>());
        });
    };
    over_all("list turns", &|p| {
        let mut list = TurnList::new();
        p.append_turns(&mut list);
        list.len() as u64
    });
    over_all("count turns", &|p| p.count_turns());
    over_all("count paths", &|p| p.count_paths());
    over_all("has turn", &|p| u64::from(p.has_turn()));
    over_all("must capture", &|p| u64::from(p.must_capture()));
    over_all("list and play", &|p| {
        p.turns().iter().fold(0, |hash, turn| {
            let mut next = *p;
            next.play_unchecked(turn);
            hash ^ next.hash()
        })
    });
    over_all("is legal, each turn", &|p| {
        p.turns().iter().filter(|turn| p.is_legal(turn)).count() as u64
    });
    over_all("canonical text, each turn", &|p| {
        p.turns()
            .iter()
            .map(|t| p.text_of(t).steps.len() as u64)
            .sum()
    });
    group.finish();
}

fn bench_perft<S: Size>(c: &mut Criterion) {
    let depth = 5;
    let start = Position::<S>::start();
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&start, depth)));
    group.bench_function(format!("{0}x{0} depth {depth}", S::N), |b| {
        b.iter(|| perft(black_box(&start), depth));
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    bench_size::<Six>(c);
    bench_size::<Eight>(c);
    bench_size::<Ten>(c);
    bench_perft::<Six>(c);
    bench_perft::<Eight>(c);
    bench_perft::<Ten>(c);
}

criterion_group!(benches, all);
criterion_main!(benches);
