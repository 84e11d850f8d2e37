//! Ends a run of all tests with the list of those that could not run. This test has no harness, so its output is always
//! shown.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "reads a list and prints it")]

fn main() {
    // `-- --list` asks for tests; this program has none.
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let list = test_needs::list(&std::env::current_exe().expect("a test has an executable file"));
    let Ok(text) = std::fs::read_to_string(&list) else { return };
    std::fs::remove_file(&list).expect("the list can be removed");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    println!("\n{} tests did not run, because this machine lacks their needs:", lines.len());
    for line in lines {
        println!("  {line}");
    }
    println!("With {}=1 they fail instead.\n", test_needs::NEED_ALL);
}
