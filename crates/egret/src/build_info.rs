//! `-V`: reports how this binary was built, in the form that zkg reads (`zeek --build-info`).
use serde_json::{Value, json};

/// Returns the answer. `zkg.provides` lists the packages that need not be installed: Spicy grammars need no plugin.
pub(crate) fn json() -> Value {
    let compatible = builtins::COMPATIBLE_VERSION;
    let number = compatible.split('.').try_fold(0u32, |n, part| Some(n * 100 + part.parse::<u32>().ok()?));
    json!({
        "zeek": { "version": compatible, "version_number": number },
        "egret": {
            "version": env!("CARGO_PKG_VERSION"),
            "commit": option_env!("EGRET_COMMIT").unwrap_or("unknown"),
            "architecture": std::env::consts::ARCH,
            "system": std::env::consts::OS,
            "build_type": if cfg!(debug_assertions) { "debug" } else { "release" },
            "dictionary": match (cfg!(feature = "clustered"), cfg!(feature = "chained")) {
                (true, _) => "clustered",
                (_, true) => "chained",
                _ => "own",
            },
        },
        "zkg": { "provides": [{ "name": "spicy-plugin", "version": "1.14.2" }] },
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn packages_find_what_they_look_for() {
        let info = super::json();
        assert!(info["zkg"]["provides"].is_array());
        assert_eq!(info["zeek"]["version_number"], 80009);
        // A public test of Zeek searches for this word.
        assert!(info.to_string().contains("\"commit\""));
    }
}
