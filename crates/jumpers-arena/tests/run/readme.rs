//! The README says what the program does.

use std::fs;

use jumpers_arena::settings::Settings;

use crate::program::Place;

const README: &str = include_str!("../../README.md");

/// The text behind a heading, up to the next of the same or a higher level.
fn section(heading: &str) -> &'static str {
    let level = heading.len() - heading.trim_start_matches('#').len();
    let (_, section) = README.split_once(&format!("\n{heading}\n")).unwrap();
    let end = (1..=level)
        .filter_map(|level| section.find(&format!("\n{} ", "#".repeat(level))))
        .min();
    &section[..end.unwrap_or(section.len())]
}

/// The first words of the rows of a section's first table, without what follows them.
fn rows(section: &str) -> Vec<&str> {
    let rows = section
        .lines()
        .skip_while(|line| !line.starts_with("| --- "));
    rows.skip(1)
        .map_while(|line| line.strip_prefix("| `")?.split(['`', ' ', '.']).next())
        .collect()
}

#[test]
fn all_options_are_in_the_readme() {
    let place = Place::new();
    let help = place.succeed("run --help").stdout;
    let mut options: Vec<&str> = help
        .split_whitespace()
        .filter(|word| word.starts_with("--") && *word != "--help")
        .map(|word| word.trim_end_matches([',', ')']))
        .collect();
    let mut described = rows(section("## Options of `arena run`"));
    options.sort_unstable();
    options.dedup();
    described.sort_unstable();
    assert_eq!(options, described);
    for command in ["export", "merge"] {
        let help = place.succeed(&format!("{command} --help")).stdout;
        let options = help
            .split_whitespace()
            .filter(|word| word.starts_with("--"));
        for option in options.filter(|option| *option != "--help") {
            assert!(
                section("## Journals").contains(option),
                "{command} {option}"
            );
        }
    }
}

#[test]
fn all_keys_of_engines_are_in_the_readme() {
    let place = Place::new();
    let error = place.run("run --engine x=1").stderr;
    let (_, keys) = error.trim_end().split_once("there are ").unwrap();
    let keys: Vec<&str> = keys
        .split(", ")
        .map(|key| key.split('.').next().unwrap())
        .collect();
    assert_eq!(rows(section("## Engines")), keys);
}

#[test]
fn the_configuration_file_is_one() {
    let (_, text) = section("### Configuration file")
        .split_once("```json\n")
        .unwrap();
    let (text, rest) = text.split_once("```").unwrap();
    let settings: Settings = serde_json::from_str(text).unwrap();
    assert_eq!(settings.engines.len(), 3);
    assert_eq!(settings.engines[0].args, ["--fast", "--log=x"]);
    let sprt = rest.split('`').nth(1).unwrap();
    let settings: Settings = serde_json::from_str(&format!("{{ {sprt} }}")).unwrap();
    assert!(settings.sprt.is_some());
}

/// The examples with built-in players, one after another.
#[test]
fn the_examples_work() {
    let place = Place::new();
    let lines = section("## A match").lines();
    let examples: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("$ arena "))
        .filter(|line| !line.contains("cmd=./"))
        .collect();
    assert_eq!(examples.len(), 5);
    for example in examples {
        place.succeed(example);
    }
    assert!(fs::metadata(place.path("m.html")).unwrap().len() > 0);
    let game = fs::read_to_string(place.path("game.txt")).unwrap();
    assert!(game.contains("\nround: 12.1\n"), "{game}");
}
