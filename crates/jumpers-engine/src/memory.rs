//! Is there memory for a table? Systems promise more than they have, and end the process that
//! takes them at their word.

use sysinfo::System;

/// So much is left for everything else, in MiB.
const MARGIN_MIB: u64 = 64;

/// Can a table of `mib` MiB be filled? Where the system does not tell, the answer is yes.
pub fn has_room_for(mib: usize) -> bool {
    let Ok(mut system) = System::new() else {
        return true;
    };
    system.refresh_memory();
    let free = match system.cgroup_limits() {
        Some(limits) => limits.free_memory.min(system.available_memory()),
        None => system.available_memory(),
    };
    free == 0 || (mib as u64).saturating_add(MARGIN_MIB) <= free >> 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_a_little_and_not_for_everything() {
        assert!(has_room_for(1));
        let mut system = System::new().unwrap();
        system.refresh_memory();
        let total = (system.total_memory() >> 20) as usize;
        assert!(total > 0 && !has_room_for(total));
        assert!(!has_room_for(1 << 43));
    }
}
