//! The last lines of standard error.

use std::collections::VecDeque;

/// How many lines are kept.
pub const STDERR_LINES: usize = 20;

/// How many bytes of each are kept.
pub const STDERR_LINE_BYTES: usize = 400;

/// The last lines of a stream of bytes, each cut to a length.
#[derive(Debug, Default)]
pub(super) struct Tail {
    lines: VecDeque<Vec<u8>>,
    /// The line that has no LF yet.
    open: Vec<u8>,
}

impl Tail {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let mut parts = bytes.split(|&byte| byte == b'\n');
        self.extend(parts.next().unwrap_or_default());
        for part in parts {
            if self.lines.len() == STDERR_LINES {
                self.lines.pop_front();
            }
            self.lines.push_back(std::mem::take(&mut self.open));
            self.extend(part);
        }
    }

    fn extend(&mut self, bytes: &[u8]) {
        let room = STDERR_LINE_BYTES - self.open.len();
        self.open.extend_from_slice(&bytes[..room.min(bytes.len())]);
    }

    /// The lines, the last one also if it has no LF, as text without control characters.
    pub(super) fn lines(&self) -> Vec<String> {
        let open = (!self.open.is_empty()).then_some(&self.open);
        let all: Vec<String> = self
            .lines
            .iter()
            .chain(open)
            .map(|line| text(line))
            .collect();
        all[all.len().saturating_sub(STDERR_LINES)..].to_vec()
    }
}

fn text(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8_lossy(line)
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let mut tail = Tail::default();
        for number in 0..100 {
            tail.add(format!("line {number}\r\nand").as_bytes());
            tail.add(b"\n");
        }
        tail.add(b"open\x1b[0m");
        let lines = tail.lines();
        assert_eq!(lines.len(), STDERR_LINES);
        assert_eq!(lines[STDERR_LINES - 3..], ["line 99", "and", "open [0m"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let mut tail = Tail::default();
        for _ in 0..1000 {
            tail.add(&[b'x'; 1000]);
        }
        tail.add(b"\nnext");
        assert_eq!(
            tail.lines(),
            ["x".repeat(STDERR_LINE_BYTES), "next".to_owned()]
        );
    }
}
