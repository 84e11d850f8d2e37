//! The program of a filter, in the kernel's classic BPF (Linux's Documentation/userspace-api/seccomp_filter.rst).
//!
//! When a filter is installed, the kernel runs it once for the number of each system call, to learn which are allowed
//! whatever their arguments. A comparison with one number after the other costs most of a millisecond there, so numbers
//! are sought by halving.
use libc::{
    BPF_ABS, BPF_JA, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, seccomp_data,
};
use libc::{SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO, SECCOMP_RET_KILL_PROCESS};
use seccompiler::{BpfProgram, TargetArch, sock_filter};
use std::collections::BTreeMap;
use std::mem::offset_of;

/// What becomes of a system call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Allowed,
    /// It fails with this error.
    Fails(i32),
    /// `clone`: allowed if it makes a thread.
    IfThread,
}

/// Returns a filter that allows `calls` and the start of threads.
pub(crate) fn allowing(calls: impl Iterator<Item = u32>, architecture: TargetArch) -> BpfProgram {
    let mut verdicts: BTreeMap<u32, Verdict> = calls.map(|call| (call, Verdict::Allowed)).collect();
    verdicts.insert(libc::SYS_clone as u32, Verdict::IfThread);
    verdicts.insert(libc::SYS_clone3 as u32, Verdict::Fails(libc::ENOSYS));
    let mut program = vec![
        load(offset_of!(seccomp_data, arch)),
        jump(BPF_JEQ, identifier(architecture), 1, 0),
        returned(SECCOMP_RET_KILL_PROCESS),
        load(offset_of!(seccomp_data, nr)),
    ];
    program.extend(sought(&ranges(&verdicts)));
    program
}

/// Returns the first number of each range with the range's verdict. The first range begins with 0.
fn ranges(verdicts: &BTreeMap<u32, Verdict>) -> Vec<(u32, Verdict)> {
    let others = Verdict::Fails(libc::EPERM);
    let mut ranges = vec![(0, others)];
    let mut begins = |from: u32, verdict: Verdict| match ranges.last_mut() {
        // The range before it is empty.
        Some(last) if last.0 == from => last.1 = verdict,
        Some(last) if last.1 == verdict => {}
        _ => ranges.push((from, verdict)),
    };
    for (&number, &verdict) in verdicts {
        begins(number, verdict);
        if !verdicts.contains_key(&(number + 1)) {
            begins(number + 1, others);
        }
    }
    ranges
}

/// Returns the steps that find the range of the loaded number, and its verdict.
fn sought(ranges: &[(u32, Verdict)]) -> BpfProgram {
    let (lower, upper) = ranges.split_at(ranges.len() / 2);
    let Some(&(from, verdict)) = upper.first() else { return Vec::new() };
    if lower.is_empty() {
        return concluded(verdict);
    }
    let lower = sought(lower);
    let mut steps = match u8::try_from(lower.len()) {
        Ok(length) => vec![jump(BPF_JGE, from, length, 0)],
        // A conditional jump reaches 255 steps, another one any step.
        Err(_) => vec![jump(BPF_JGE, from, 0, 1), step(BPF_JMP | BPF_JA, lower.len() as u32)],
    };
    steps.extend(lower);
    steps.extend(sought(upper));
    steps
}

/// Returns the steps that end with a verdict.
fn concluded(verdict: Verdict) -> BpfProgram {
    let fails = |error: i32| returned(SECCOMP_RET_ERRNO | error as u32);
    match verdict {
        Verdict::Allowed => vec![returned(SECCOMP_RET_ALLOW)],
        Verdict::Fails(error) => vec![fails(error)],
        Verdict::IfThread => {
            // The flags are the first argument, and this flag is in its lower half.
            let lower_half = if cfg!(target_endian = "little") { 0 } else { 4 };
            vec![
                load(offset_of!(seccomp_data, args) + lower_half),
                jump(BPF_JSET, libc::CLONE_THREAD as u32, 0, 1),
                returned(SECCOMP_RET_ALLOW),
                fails(libc::EPERM),
            ]
        }
    }
}

/// The number that the kernel has for an architecture (its include/uapi/linux/audit.h).
fn identifier(architecture: TargetArch) -> u32 {
    const LITTLE_ENDIAN_64_BIT: u32 = 0xc000_0000;
    LITTLE_ENDIAN_64_BIT
        | u32::from(match architecture {
            TargetArch::x86_64 => libc::EM_X86_64,
            TargetArch::aarch64 => libc::EM_AARCH64,
            TargetArch::riscv64 => libc::EM_RISCV,
        })
}

fn load(offset: usize) -> sock_filter {
    step(BPF_LD | BPF_W | BPF_ABS, offset as u32)
}

fn returned(value: u32) -> sock_filter {
    step(BPF_RET | BPF_K, value)
}

fn step(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

/// A conditional jump over `jt` steps, or else over `jf` steps.
fn jump(condition: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { jt, jf, ..step(BPF_JMP | condition | BPF_K, k) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a program on a call's number and its first argument. Returns its verdict and the number of steps.
    fn run(program: &BpfProgram, architecture: u32, call: u32, argument: u64) -> (u32, usize) {
        let (mut at, mut value) = (0, 0);
        for steps in 1.. {
            let sock_filter { code, jt, jf, k } = program[at].clone();
            at += 1;
            let (is_jump, is_true) = match u32::from(code) {
                RETURN => return (k, steps),
                JUMP => {
                    at += k as usize;
                    continue;
                }
                LOAD => {
                    value = match k as usize {
                        0 => call,
                        4 => architecture,
                        16 => argument as u32,
                        other => panic!("reads offset {other}"),
                    };
                    (false, false)
                }
                EQUAL => (true, value == k),
                AT_LEAST => (true, value >= k),
                ANY_BIT => (true, value & k != 0),
                other => panic!("unknown code {other:#x}"),
            };
            if is_jump {
                at += usize::from(if is_true { jt } else { jf });
            }
        }
        unreachable!()
    }

    const LOAD: u32 = BPF_LD | BPF_W | BPF_ABS;
    const RETURN: u32 = BPF_RET | BPF_K;
    const JUMP: u32 = BPF_JMP | BPF_JA;
    const EQUAL: u32 = BPF_JMP | BPF_JEQ | BPF_K;
    const AT_LEAST: u32 = BPF_JMP | BPF_JGE | BPF_K;
    const ANY_BIT: u32 = BPF_JMP | BPF_JSET | BPF_K;
    const THIS: u32 = 0xc000_003e;

    #[test]
    fn a_program_allows_its_calls_and_no_other() {
        let odd = |all: u32| (1..all).step_by(2).collect::<Vec<u32>>();
        // The last list has more ranges than a conditional jump can pass over.
        for calls in [vec![], vec![0], vec![0, 1, 2, 7, 8, 300], odd(100), odd(900)] {
            let program = allowing(calls.iter().copied(), TargetArch::x86_64);
            let most = 5 + 2 * (calls.len() + 3).ilog2() as usize + 4;
            for call in (0..1000).chain([0x4000_0000, 0x4000_0001, u32::MAX]) {
                let expected = match libc::c_long::from(call) {
                    libc::SYS_clone => SECCOMP_RET_ERRNO | libc::EPERM as u32,
                    libc::SYS_clone3 => SECCOMP_RET_ERRNO | libc::ENOSYS as u32,
                    _ if calls.contains(&call) => SECCOMP_RET_ALLOW,
                    _ => SECCOMP_RET_ERRNO | libc::EPERM as u32,
                };
                let (verdict, steps) = run(&program, THIS, call, 0);
                assert_eq!(verdict, expected, "call {call} of {calls:?}");
                assert!(steps <= most, "{steps} steps for call {call} of {}", calls.len());
            }
        }
    }

    #[test]
    fn clone_makes_threads_only_and_another_architecture_ends_the_process() {
        let program = allowing([3].into_iter(), TargetArch::x86_64);
        let (clone, thread) = (libc::SYS_clone as u32, libc::CLONE_THREAD as u64);
        assert_eq!(run(&program, THIS, clone, thread | 0x11).0, SECCOMP_RET_ALLOW);
        assert_eq!(run(&program, THIS, clone, !thread).0, SECCOMP_RET_ERRNO | libc::EPERM as u32);
        assert_eq!(run(&program, 0x4000_0003, 3, 0).0, SECCOMP_RET_KILL_PROCESS);
    }
}
