//! Bytes that are hashed while they are read.

use std::io::{ErrorKind, Read};

use sha2::{Digest, Sha256};

use crate::error::{Cause, Flaw};

const BUFFER_BYTES: usize = 16 << 10;

/// Reads bytes and numbers, and hashes what it hands out.
pub(crate) struct Source<R> {
    reader: R,
    buffer: Box<[u8]>,
    /// The bytes of the buffer that were filled.
    filled: usize,
    /// The next byte to hand out.
    next: usize,
    /// The first byte of the buffer that is not hashed yet.
    unhashed: usize,
    /// The bytes before the buffer's.
    before: u64,
    hash: Sha256,
}

impl<R: Read> Source<R> {
    pub fn new(reader: R) -> Self {
        Source {
            reader,
            buffer: vec![0; BUFFER_BYTES].into(),
            filled: 0,
            next: 0,
            unhashed: 0,
            before: 0,
            hash: Sha256::new(),
        }
    }

    /// How many bytes were handed out.
    pub fn offset(&self) -> u64 {
        self.before + self.next as u64
    }

    /// Something wrong with what comes next.
    pub fn flaw(&self, cause: Cause) -> Flaw {
        Flaw {
            offset: self.offset(),
            cause,
        }
    }

    /// The SHA-256 of all bytes handed out so far. What comes later is hashed anew.
    pub fn digest(&mut self) -> [u8; 32] {
        self.hash_handed_out();
        self.hash.finalize_reset().into()
    }

    fn hash_handed_out(&mut self) {
        self.hash.update(&self.buffer[self.unhashed..self.next]);
        self.unhashed = self.next;
    }

    /// The next byte, if there is one.
    #[inline]
    pub fn byte_or_end(&mut self) -> Result<Option<u8>, Flaw> {
        if self.next == self.filled && !self.refill()? {
            return Ok(None);
        }
        let byte = self.buffer[self.next];
        self.next += 1;
        Ok(Some(byte))
    }

    /// Reads on; `false` at the end.
    fn refill(&mut self) -> Result<bool, Flaw> {
        self.hash_handed_out();
        self.before += self.next as u64;
        (self.filled, self.next, self.unhashed) = (0, 0, 0);
        loop {
            match self.reader.read(&mut self.buffer) {
                Ok(count) => {
                    // A reader that counts wrongly is not to be trusted with an index.
                    self.filled = count.min(self.buffer.len());
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.flaw(Cause::Read(error.to_string()))),
            }
        }
    }

    /// The next byte, which must be there.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, Flaw> {
        self.byte_or_end()?.ok_or_else(|| self.flaw(Cause::CutOff))
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: u64) -> Result<Vec<u8>, Flaw> {
        // Collected one by one: nothing is reserved for bytes that never come.
        (0..count).map(|_| self.byte()).collect()
    }

    /// The next number: seven bits a byte, the low ones first, the top bit set on all but the
    /// last byte.
    #[inline]
    pub fn number(&mut self) -> Result<u64, Flaw> {
        let offset = self.offset();
        let flaw = |cause| Err(Flaw { offset, cause });
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            // The tenth byte has room for one bit only.
            if shift == 63 && byte > 1 {
                return flaw(Cause::NumberTooLarge);
            }
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return flaw(Cause::NumberNotShortest);
                }
                break;
            }
        }
        Ok(number)
    }
}
