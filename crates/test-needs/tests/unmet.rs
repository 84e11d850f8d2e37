//! Ends a run of all tests with the list of those that could not run here. A test program of its own, without the usual
//! harness, so that its output is always shown.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "reads a list and prints it")]

fn main() {
    // Asked for its tests (`-- --list`), it has none.
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let list = test_needs::list(&std::env::current_exe().expect("a test is a file"));
    let Ok(text) = std::fs::read_to_string(&list) else { return };
    std::fs::remove_file(&list).expect("the list can be removed");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    println!("\n{} tests did not run, because this machine lacks what they need:", lines.len());
    for line in lines {
        println!("  {line}");
    }
    println!("With {}=1 they fail instead.\n", test_needs::NEED_ALL);
}
