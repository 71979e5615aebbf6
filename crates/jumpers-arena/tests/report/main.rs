//! Reports of journals that are made in code.

mod cli;
mod copies;
mod csv;
mod html;
mod journal;
mod json;
mod numbers;
mod order;
mod readme;
mod sequential;
mod text;
