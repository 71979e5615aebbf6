//! Checks of tables of lines.

use jumpers_protocol::Command;

/// Each line is read as the command, which prints as the last text.
pub fn check(table: &[(&str, Command, &str)]) {
    for (line, command, printed) in table {
        assert_eq!(Command::parse(line), Ok(Some(command.clone())), "{line:?}");
        assert_eq!(command.to_string(), *printed, "{line:?}");
        assert_eq!(printed.parse(), Ok(command.clone()), "{printed:?}");
    }
}

/// Each line is an error with the code and the message.
pub fn check_errors(table: &[(&str, &str, &str)]) {
    for (line, code, message) in table {
        let error = Command::parse(line).expect_err(line);
        assert_eq!(error.to_string(), *message, "{line:?}");
        assert_eq!(error.code(), *code, "{line:?}");
    }
}
