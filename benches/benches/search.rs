//! The search to a fixed depth with one thread, and the evaluation.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jumpers_benches::random_positions;
use jumpers_core::{Eight, Position, Six, Size, Ten};
use jumpers_engine::search::{Control, Limits, Resources, Table, evaluate, search};
use rayon::ThreadPoolBuilder;

fn bench_size<S: Size>(c: &mut Criterion) {
    let table = Table::new(16).expect("16 MiB");
    let pool = ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    let mut group = c.benchmark_group(format!("{0}x{0}", S::N));
    group.sample_size(20);
    group.bench_function("search the start to depth 7", |b| {
        b.iter(|| {
            table.clear();
            let resources = Resources {
                table: &table,
                pool: &pool,
                control: &Control::new(false),
            };
            let limits = Limits {
                depth: 7,
                ..Limits::default()
            };
            search(&Position::<S>::start(), &limits, &resources, &|_| ()).nodes
        });
    });
    let positions = random_positions::<S>(100);
    group.bench_function("evaluate 100 positions", |b| {
        b.iter(|| {
            let values = positions.iter().map(|p| evaluate(black_box(p)));
            values.map(i64::from).sum::<i64>()
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    bench_size::<Six>(c);
    bench_size::<Eight>(c);
    bench_size::<Ten>(c);
}

criterion_group!(benches, all);
criterion_main!(benches);
