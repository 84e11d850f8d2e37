//! Lays out every script of the packed tree: laying it out twice is the same as once, and its tokens stay unchanged.

#[test]
fn the_whole_tree_has_one_layout() {
    let mut seen = 0;
    for (name, text) in scripts::files().filter(|(name, _)| name.ends_with(".zeek")) {
        let once = script_format::format(text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let twice = script_format::format(&once).unwrap_or_else(|e| panic!("{name}, again: {e}"));
        if once != twice {
            let (a, b) = (String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
            let line = a.lines().zip(b.lines()).position(|(a, b)| a != b).unwrap_or(0);
            panic!("{name}:{}: {:?} becomes {:?}", line + 1, a.lines().nth(line), b.lines().nth(line));
        }
        seen += 1;
    }
    assert!(seen > 600, "{seen} scripts");
}
