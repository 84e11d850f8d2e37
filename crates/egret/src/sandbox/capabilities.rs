//! Capabilities of the calling thread, which must be the only one.
pub(super) use rustix::thread::CapabilitySet as Capability;
use rustix::thread::{
    CapabilitySets, clear_ambient_capability_set, remove_capability_from_bounding_set, set_capabilities,
};
use std::io;

fn union(of: &[Capability]) -> Capability {
    of.iter().copied().fold(Capability::empty(), |all, c| all | c)
}

/// Removes all others from the bounding set, so that executed programs cannot get them. Does nothing if the process is
/// not allowed to; then it is not root, and the programs it executes have no privileges either.
pub(super) fn bound_to(kept: &[Capability]) -> io::Result<()> {
    let kept = union(kept);
    for number in 0..64 {
        let one = Capability::from_bits_retain(1 << number);
        if kept.contains(one) {
            continue;
        }
        match remove_capability_from_bounding_set(one) {
            Ok(()) => {}
            // Beyond the last capability that the kernel knows.
            Err(rustix::io::Errno::INVAL) => break,
            Err(rustix::io::Errno::PERM) => return Ok(()),
            Err(e) => return Err(e.into()),
        }
    }
    Ok(())
}

/// Drops all others for good.
pub(super) fn keep(kept: &[Capability]) -> io::Result<()> {
    let has = rustix::thread::capabilities(None)?;
    let kept = union(kept) & has.permitted;
    // Kernels before 4.3 have no ambient set.
    let _ = clear_ambient_capability_set();
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: Capability::empty() };
    Ok(set_capabilities(None, sets)?)
}

/// Calls `f` without these capabilities in effect.
pub(super) fn without<T>(these: Capability, f: impl FnOnce() -> T) -> io::Result<T> {
    let has = rustix::thread::capabilities(None)?;
    let reduced = CapabilitySets { effective: has.effective - these, ..has };
    set_capabilities(None, reduced)?;
    let result = f();
    set_capabilities(None, has)?;
    Ok(result)
}
