//! Files that are written: no input is lost to them.

use std::fs;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::thread;

use crate::program::{Place, Run, wait_for_end};

const TWO: &str = "run --engine cmd=builtin:random --engine cmd=builtin:greedy --each depth=1 \
                   --rounds 2 --journal";

/// A place with a journal `j`, and other names of it: `hard`, `soft`, `sub/up`.
fn place() -> Place {
    let place = Place::new();
    place.succeed(&format!("{TWO} j"));
    fs::hard_link(place.path("j"), place.path("hard")).unwrap();
    symlink("j", place.path("soft")).unwrap();
    fs::create_dir(place.path("sub")).unwrap();
    symlink("../soft", place.path("sub/up")).unwrap();
    place
}

fn names(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path(".")).unwrap();
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

fn expect_same(run: &Run, output: &str, input: &str) {
    let expected =
        format!("error: {output}: this is the same file as {input}, which it would overwrite\n");
    assert_eq!(run.stderr, expected);
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
}

#[test]
fn no_journal_is_overwritten() {
    let place = place();
    let before = fs::read(place.path("j")).unwrap();
    for name in ["j", "./j", "hard", "soft", "sub/up", "sub/../j"] {
        for command in [
            "export j -o",
            "export j --game 1.1 -o",
            "report j -o",
            "report j --format html -o",
            "run --resume --journal j --html",
        ] {
            expect_same(&place.run(&format!("{command} {name}")), name, "j");
        }
        expect_same(&place.run(&format!("export {name} -o j")), "j", name);
        let run = place.run(&format!("merge {name} j"));
        assert_eq!(run.status, Some(2));
        assert!(
            run.stderr.contains("there is a file already"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(fs::read(place.path("j")).unwrap(), before);
    assert_eq!(names(&place), ["hard", "j", "soft", "sub"]);
}

/// What is not there yet can be the same file, too.
#[test]
fn no_journal_to_be_is_overwritten() {
    let place = Place::new();
    symlink("new", place.path("soft")).unwrap();
    for name in ["new", "./new", "soft"] {
        let run = place.run(&format!("{TWO} new --html {name}"));
        expect_same(&run, name, "new");
        let run = place.run(&format!("{TWO} {name} --html new"));
        expect_same(&run, "new", name);
    }
    assert_eq!(names(&place), ["soft"]);
}

#[test]
fn what_a_tournament_is_read_from_is_not_overwritten() {
    let place = Place::new();
    fs::write(place.path("config"), "{}").unwrap();
    fs::write(place.path("openings"), "startpos\n").unwrap();
    for input in ["config", "openings"] {
        let run = place.run(&format!(
            "{TWO} j --config config --openings openings --html ./{input}"
        ));
        expect_same(&run, &format!("./{input}"), input);
    }
    assert_eq!(names(&place), ["config", "openings"]);
    assert_eq!(fs::read_to_string(place.path("config")).unwrap(), "{}");
}

/// Files are replaced, not written over: other names of them keep what they had.
#[test]
fn a_file_is_replaced() {
    let place = place();
    for name in ["old", "old.part"] {
        fs::write(place.path(name), "precious").unwrap();
    }
    fs::set_permissions(place.path("old"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(place.path("old"), place.path("other")).unwrap();
    symlink("old", place.path("link")).unwrap();
    let text = place.succeed("export j").stdout;
    place.succeed("export j -o link");
    let read = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(read("old"), text);
    assert_eq!(read("other"), "precious");
    assert!(place.path("link").is_symlink());
    let mode = fs::metadata(place.path("old"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    place.succeed("report j -o old");
    assert_eq!(read("old"), place.succeed("report j").stdout);
    place.succeed("run --resume --journal j --html old");
    assert!(read("old").starts_with("<!DOCTYPE html>"));
    assert_eq!(read("old.part"), "precious");
    assert_eq!(
        names(&place),
        [
            "hard", "j", "link", "old", "old.part", "other", "soft", "sub"
        ]
    );
}

#[test]
fn a_merged_journal_leaves_other_files_alone() {
    let place = place();
    fs::write(place.path("precious"), "precious").unwrap();
    symlink("precious", place.path("out.part")).unwrap();
    place.succeed("merge out j");
    assert_eq!(place.report("out"), place.report("j"));
    assert!(place.path("out.part").is_symlink());
    assert_eq!(fs::read(place.path("precious")).unwrap(), b"precious");
    // Several at once: one of them makes the journal.
    let children: Vec<_> = (0..4)
        .map(|_| place.arena("merge new j").spawn().unwrap())
        .collect();
    let runs: Vec<Run> = children.into_iter().map(wait_for_end).collect();
    let good = runs.iter().filter(|run| run.status == Some(0)).count();
    assert_eq!(good, 1);
    for run in runs.iter().filter(|run| run.status != Some(0)) {
        assert!(
            run.stderr.contains("there is a file already"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(place.report("new"), place.report("j"));
    assert_eq!(
        names(&place),
        [
            "hard", "j", "new", "out", "out.part", "precious", "soft", "sub"
        ]
    );
}

/// To see whether it can be written, a pipe is not opened: that lasts until somebody reads it.
#[test]
fn pipes_and_devices_are_written_directly() {
    let place = place();
    let text = place.succeed("export j").stdout;
    assert_eq!(place.succeed("export j -o /dev/stdout").stdout, text);
    place.succeed("report j -o /dev/null");
    let made = Command::new("mkfifo").arg(place.path("fifo")).status();
    assert!(made.unwrap().success());
    let child = place
        .arena(&format!("{TWO} k --html fifo"))
        .spawn()
        .unwrap();
    crate::program::wait_for_lines(&place.path("k"), 3);
    let fifo = place.path("fifo");
    let reader = thread::spawn(move || {
        let mut page = String::new();
        let mut fifo = fs::File::open(fifo).unwrap();
        fifo.read_to_string(&mut page).unwrap();
        page
    });
    let run = wait_for_end(child);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(reader.join().unwrap().starts_with("<!DOCTYPE html>"));
    let run = place.run(&format!("{TWO} n --html sub"));
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.starts_with("error: sub: "), "{}", run.stderr);
    let run = place.run(&format!("{TWO} n --html no/such"));
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.starts_with("error: no/such: "), "{}", run.stderr);
    assert!(!place.path("n").exists());
}
