//! The engine's binary: see [`jumpers_engine::cli`].

fn main() -> std::process::ExitCode {
    jumpers_engine::cli::run(std::env::args_os().collect())
}
