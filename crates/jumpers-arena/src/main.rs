//! The tournament runner's binary: see [`jumpers_arena::cli`].

fn main() -> std::process::ExitCode {
    jumpers_arena::cli::run(std::env::args_os().collect())
}
