//! Any bytes are a command that prints as itself, nothing, or a clean error; any bytes are a
//! reply or a clean error.

#![no_main]

use jumpers_protocol::{Command, Reply};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Command::parse_bytes(bytes) {
        Ok(Some(command)) => {
            let text = command.to_string();
            assert_eq!(Command::parse(&text), Ok(Some(command)), "{text:?}");
        }
        Ok(None) => {}
        Err(error) => {
            let line = Reply::from(&error).to_string();
            assert!(
                line.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
                "{line:?}"
            );
        }
    }
    if let Ok(reply) = Reply::parse_bytes(bytes) {
        assert!(!reply.to_string().contains(['\n', '\r']));
    }
});
