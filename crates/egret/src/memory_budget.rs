//! `--memory-budget`: the amount of memory that traffic may use.
use anyhow::{Context, bail};
use std::fs;
use std::path::Path;

/// The default budget, in percent of the memory of the machine or the control group.
const SHARE: u64 = 75;
/// The smallest budget, in bytes. Scripts alone take a few megabytes.
const LEAST: u64 = 64 << 20;

/// Returns the budget in bytes; `None` for no budget. `text` is the option: `512M`, `2G`, `60%` or `none`.
///
/// # Errors
/// The text has another form, or the budget is too small.
pub(crate) fn of(text: Option<&str>) -> anyhow::Result<Option<u64>> {
    let text = text.unwrap_or("");
    let budget = match text {
        "none" => return Ok(None),
        "" => share(SHARE),
        text => parse(text).with_context(|| {
            format!("--memory-budget: expected a size such as 512M or 2G, a share such as 60%, or none, found {text:?}")
        })?,
    };
    match budget {
        Some(bytes) if bytes < LEAST => bail!("--memory-budget: expected at least {} MB", LEAST >> 20),
        budget => Ok(budget),
    }
}

fn parse(text: &str) -> anyhow::Result<Option<u64>> {
    if let Some(percent) = text.strip_suffix('%') {
        return match percent.parse() {
            Ok(percent @ 1..=100) => Ok(share(percent)),
            _ => bail!("a share is 1% to 100%"),
        };
    }
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<u64>()?.checked_mul(1 << shift).context("the size is too large")?;
    Ok(Some(bytes))
}

/// Returns a share of the memory available to this process; `None` if the system does not report it.
fn share(percent: u64) -> Option<u64> {
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = meminfo.lines().find_map(|l| l.strip_prefix("MemTotal:"));
    let machine = total.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).map(|kb| kb << 10);
    machine.into_iter().chain(control_group()).min().map(|all| all / 100 * percent)
}

/// Returns the lowest limit of this process's control group and its ancestors.
fn control_group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    // Version 2 has one line, `0::/path`; version 1 has one line for each controller.
    let (folder, file, path) = groups.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        match (parts.next()?, parts.next()?) {
            ("", path) => Some(("/sys/fs/cgroup", "memory.max", path.to_owned())),
            ("memory", path) => Some(("/sys/fs/cgroup/memory", "memory.limit_in_bytes", path.to_owned())),
            _ => None,
        }
    })?;
    let limit = |group: &Path| {
        let file = Path::new(folder).join(group.strip_prefix("/").unwrap_or(group)).join(file);
        fs::read_to_string(file).ok()?.trim().parse::<u64>().ok()
    };
    Path::new(&path).ancestors().filter_map(limit).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_shares_and_nonsense() {
        assert_eq!(of(Some("512M")).unwrap(), Some(512 << 20));
        assert_eq!(of(Some("2g")).unwrap(), Some(2 << 30));
        assert_eq!(of(Some("none")).unwrap(), None);
        assert!(of(Some("50%")).unwrap() < of(Some("100%")).unwrap());
        assert!(of(None).unwrap().is_some());
        for wrong in ["", "0", "12", "10M", "0%", "101%", "much", "99999999999G", "-1G"] {
            assert!(wrong.is_empty() || of(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
