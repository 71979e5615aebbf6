//! Bytes from a pipe, cut into lines.

/// The longest line that an engine may write, in bytes without the LF: what the protocol allows
/// for the lines to an engine.
pub const LONGEST_LINE: usize = 8 << 20;

/// What the buffer has at least, and goes back to after a long line.
const ROOM: usize = 1 << 16;

/// Cuts bytes into lines. Uses no more memory than the longest line and [`ROOM`].
#[derive(Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// What was read and not taken.
    start: usize,
    end: usize,
    /// There is no LF from `start` to here.
    scanned: usize,
    longest: usize,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self::with_longest(LONGEST_LINE)
    }

    fn with_longest(longest: usize) -> Self {
        Lines {
            bytes: Vec::new(),
            start: 0,
            end: 0,
            scanned: 0,
            longest,
        }
    }

    /// Takes the next line, without LF and CR.
    pub(super) fn next(&mut self) -> Option<&[u8]> {
        let line = self.next_whole()?;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Takes the next line, without LF.
    pub(super) fn next_whole(&mut self) -> Option<&[u8]> {
        let Some(length) = self.find() else {
            if self.start == self.end {
                self.empty();
            }
            return None;
        };
        let line = &self.bytes[self.start..self.start + length];
        self.start += length + 1;
        self.scanned = self.start;
        Some(line)
    }

    /// The length of the first line, up to its LF.
    fn find(&mut self) -> Option<usize> {
        let found = self.bytes[self.scanned..self.end]
            .iter()
            .position(|&byte| byte == b'\n');
        match found {
            Some(at) => Some(self.scanned + at - self.start),
            None => {
                self.scanned = self.end;
                None
            }
        }
    }

    fn empty(&mut self) {
        (self.start, self.end, self.scanned) = (0, 0, 0);
        if self.bytes.len() > ROOM {
            self.bytes.truncate(ROOM);
            self.bytes.shrink_to_fit();
        }
    }

    /// Whether [`Lines::space`] is not empty.
    pub(super) fn has_space(&self) -> bool {
        self.start > 0 || self.end < self.longest.max(ROOM) + ROOM
    }

    /// Where the next bytes go; empty if nothing more fits before lines are taken.
    pub(super) fn space(&mut self) -> &mut [u8] {
        if self.start == self.end {
            self.empty();
        }
        if self.end == self.bytes.len() && self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        if self.end == self.bytes.len() {
            let length = (2 * self.bytes.len()).clamp(ROOM, self.longest.max(ROOM) + ROOM);
            self.bytes.resize(length.max(self.bytes.len()), 0);
        }
        &mut self.bytes[self.end..]
    }

    /// So many bytes were put into [`Lines::space`].
    pub(super) fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.bytes.len());
    }

    /// Whether the first line is too long, as far as it was read.
    pub(super) fn is_too_long(&mut self) -> bool {
        self.find().unwrap_or(self.end - self.start) > self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(lines: &mut Lines, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let space = lines.space();
            let count = bytes.len().min(space.len());
            assert!(count > 0, "no room");
            space[..count].copy_from_slice(&bytes[..count]);
            lines.filled(count);
            bytes = &bytes[count..];
        }
    }

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let text = b"first\r\n\nthird line\nrest";
        for size in 1..text.len() {
            let mut lines = Lines::new();
            let mut found = Vec::new();
            for chunk in text.chunks(size) {
                fill(&mut lines, chunk);
                while let Some(line) = lines.next() {
                    found.push(line.to_vec());
                }
            }
            assert_eq!(found, [&b"first"[..], b"", b"third line"], "{size}");
            fill(&mut lines, b"\n");
            assert_eq!(lines.next(), Some(&b"rest"[..]));
        }
    }

    #[test]
    fn a_line_is_too_long_from_one_byte_more_on() {
        let mut lines = Lines::with_longest(200_000);
        fill(&mut lines, &[b'x'; 200_000]);
        assert!(!lines.is_too_long());
        fill(&mut lines, b"\n");
        assert!(!lines.is_too_long());
        assert_eq!(lines.next().map(<[u8]>::len), Some(200_000));
        fill(&mut lines, &[b'x'; 200_001]);
        assert!(lines.is_too_long());
    }

    #[test]
    fn memory_is_bounded_and_given_back() {
        let mut lines = Lines::with_longest(200_000);
        fill(&mut lines, &[b'x'; 200_000]);
        assert!(lines.bytes.len() <= 200_000 + ROOM);
        fill(&mut lines, b"\n");
        assert!(lines.next().is_some());
        assert_eq!(lines.next(), None);
        assert_eq!(lines.bytes.len(), ROOM);
        for _ in 0..10_000 {
            fill(
                &mut lines,
                b"a line of some length that is soon taken out\n",
            );
            assert!(lines.next().is_some());
        }
        assert_eq!(lines.bytes.len(), ROOM);
    }

    #[test]
    fn lines_that_nobody_takes_leave_no_room() {
        let mut lines = Lines::with_longest(100_000);
        loop {
            let space = lines.space();
            if space.is_empty() {
                break;
            }
            space.fill(b'\n');
            let count = space.len();
            lines.filled(count);
        }
        assert!(!lines.is_too_long());
        assert_eq!(lines.next(), Some(&b""[..]));
        assert!(!lines.space().is_empty());
    }
}
