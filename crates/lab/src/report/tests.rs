use super::*;
use crate::figures::{Better, Cell, Demand, Measure, Plot, Table};
use std::collections::BTreeSet;
use std::fs;

fn machine() -> Machine {
    Machine {
        processor: "Test 7".to_owned(),
        cores: 2,
        memory_mib: 24_000,
        kernel: "Linux version 6.1".to_owned(),
    }
}

/// Returns tables of all kinds, some with missing cells.
fn findings() -> Findings {
    let runs = |v: f64| Measure::of(&[v * 0.9, v, v * 1.3]);
    let mut lines = Table::new("Bytes <an> entry", "bytes", Better::Lower, "entries", &["1", "10", "100"])
        .plotted(Plot::Lines)
        .noted("Keys of 37 bytes.");
    for (row, name) in ["chained", "clustered", "Dict"].into_iter().enumerate() {
        let cells = (0..3).map(|c| {
            let known = crate::published::BYTES.get(row).map(|r| r[c]);
            Cell::new(runs(500.0 / f64::from(1 + c as u32 * 2 + row as u32)), known)
        });
        lines.row(name, name == "Dict", cells.collect());
    }
    let mut bars = Table::new("Share", "%", Better::Neither, "loop", &["big", "small"]).plotted(Plot::Bars);
    bars.row("epoll, every 25", true, vec![Cell::new(runs(0.0043), Some(814.5)), Cell::default()]);
    bars.row("nothing", false, vec![]);
    let mut far = Table::new("Far apart", "µs", Better::Higher, "", &["first"]).plotted(Plot::LogBars);
    far.row("one", false, vec![Cell::new(runs(1_234_567.0), Some(2e10))]);
    far.row("two", true, vec![Cell::new(Measure::exact(0.25), None)]);
    Findings {
        tables: vec![lines, bars, far],
        demands: [
            Demand::at_most("held at 1M", runs(0.25), 0.3),
            Demand::at_least("short of it", runs(12.5), 90.0),
        ]
        .into_iter()
        .flatten()
        .collect(),
        remarks: vec!["it took 3 rounds".to_owned()],
        missing: vec!["perf: not installed".to_owned()],
    }
}

fn results() -> Results {
    let mut results =
        Results::new(machine(), true, vec![("tcpdump".to_owned(), "tcpdump 4.99.3".to_owned())]);
    results.put(done("dict", findings(), None));
    results.put(done("live", Findings::default(), Some("a network namespace needs root".to_owned())));
    let mut old = results.clone();
    for cell in old.parts[0].findings.tables[0].rows.iter_mut().flat_map(|r| &mut r.cells) {
        cell.ours = Measure::of(&[3000.0, 3100.0]);
    }
    results.compared = Some(Compared::of(&old, &results));
    results
}

fn done(name: &str, findings: Findings, failed: Option<String>) -> Done {
    Done {
        name: name.to_owned(),
        title: format!("About {name}"),
        question: "What does it cost?".to_owned(),
        command: format!("egret-lab {name}"),
        seconds: 12.375,
        findings,
        failed,
    }
}

/// Returns the numbers in a text: digits with points and commas in between.
fn numbers(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','))
        .map(|w| w.trim_matches(['.', ',']))
        .filter(|w| w.contains(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// Returns the text of a page, without style, plots and tags.
fn text(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = ["style", "svg"].iter().find(|t| rest[1..].starts_with(**t)).map(|t| format!("</{t}>"));
        let end = end.as_deref().unwrap_or(">");
        rest = rest.find(end).map_or("", |e| &rest[e + end.len()..]);
        out.push(' ');
    }
    out + rest
}

/// Collects all numbers of the results as the page formats them, and those in their texts.
fn known(value: &serde_json::Value, into: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Number(n) => into.extend(numbers(&markup::number(n.as_f64().unwrap()))),
        serde_json::Value::String(s) => into.extend(numbers(&markup::escape(s))),
        serde_json::Value::Array(all) => all.iter().for_each(|v| known(v, into)),
        serde_json::Value::Object(all) => all.values().for_each(|v| known(v, into)),
        _ => (),
    }
}

#[test]
fn every_number_on_the_page_is_in_the_results() {
    let results = results();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("results.json");
    results.save(&path).unwrap();
    let kept = Results::load(&path).unwrap();
    assert!(kept == results, "what is kept is not what was found");
    let page = page::render(&kept).unwrap();
    let mut there = BTreeSet::new();
    known(&serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap(), &mut there);
    let shown = numbers(&text(&page));
    assert!(shown.len() > 40, "{shown:?}");
    let strange: Vec<_> = shown.difference(&there).collect();
    assert!(strange.is_empty(), "numbers that no result has: {strange:?}");
    // Conversely, each figure of each table is shown.
    for t in kept.parts.iter().flat_map(|p| &p.findings.tables) {
        for m in t.rows.iter().flat_map(|r| &r.cells).filter_map(|c| c.ours) {
            for v in [m.value, m.min, m.max] {
                assert!(shown.is_superset(&numbers(&markup::number(v))), "{}: {v} is not shown", t.title);
            }
        }
    }
    assert!(page.contains("Bytes &lt;an&gt; entry") && !page.contains("<an>"));
}

#[test]
fn what_could_not_run_is_said() {
    let page = page::render(&results()).unwrap();
    for said in ["a network namespace needs root", "perf: not installed", "A quick report", "short</span>"] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn figures_are_written_with_what_counts() {
    let written = [0.0, 1.0, 424_433.0, 1234.5, 135.87, 13.23, 4.3, 0.27, 0.0043, 283_888_577_871.0, -3.0];
    let expected = ["0", "1", "424,433", "1,234", "136", "13.2", "4.30", "0.270", "0.0043", "283.9 G", "−3"];
    assert_eq!(written.map(markup::number), expected);
}

#[test]
fn a_change_is_what_lies_beyond_the_spreads() {
    let compared = results().compared.unwrap();
    // Nine figures of the first table changed; those of the others did not.
    assert_eq!((compared.figures, compared.changes.len()), (12, 9));
    assert!(compared.changes.iter().all(|c| c.better == Some(true) && c.ratio < 1.0));
}

#[test]
fn what_cannot_be_written_leaves_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("results.json");
    let before = results();
    before.save(&path).unwrap();
    // A folder in place of the new file makes writing fail, as a full disk would.
    fs::create_dir(dir.path().join("results.json.new")).unwrap();
    let after = Results::new(machine(), false, Vec::new());
    let error = format!("{:#}", after.save(&path).unwrap_err());
    assert!(error.starts_with("writing ") && error.contains("results.json"), "{error}");
    assert!(Results::load(&path).unwrap() == before);
}

fn part(name: &'static str, run: fn(&Setup) -> anyhow::Result<Findings>) -> Part {
    Part { name, title: name, question: "", command: "", takes: [1, 1], builds: false, run }
}

#[test]
fn an_interrupted_report_keeps_what_it_has_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().join("results.json");
    let setup = Setup::default();
    let good = part("dict", |_| Ok(findings()));
    let bad = part("live", |_| bail!("no root"));
    let mut results = Results::new(machine(), false, Vec::new());
    measure(&[&good, &bad], &setup, &mut results, &kept).unwrap();
    // A second process finds the first part complete and must run the second part again.
    let mut found = Results::load(&kept).unwrap();
    assert!(found == results);
    assert!(found.finished("dict") && !found.finished("live") && !found.finished("idle"));
    assert_eq!(found.parts[1].failed.as_deref(), Some("no root"));
    measure(&[&part("live", |_| Ok(Findings::default()))], &setup, &mut found, &kept).unwrap();
    let found = Results::load(&kept).unwrap();
    assert!(found.finished("live") && found.parts.len() == 2);
    assert_eq!(found.parts[0], results.parts[0]);
}

#[test]
fn an_unknown_part_is_refused_with_those_that_there_are() {
    let error = asked(&["loops".to_owned()]).map(|_| ()).unwrap_err().to_string();
    assert!(error.starts_with("unknown part loops; expected dict, population, app, loop"), "{error}");
    assert_eq!(asked(&[]).unwrap().len(), PARTS.len());
}

/// A script in the page that reports plots without size or content, and a page wider than the screen.
const ASK: &str = "<script>
const plots = [...document.querySelectorAll('figure svg')];
const shown = plots.filter(p => p.getBoundingClientRect().height > 50 && p.querySelectorAll('text').length > 2
  && [...p.querySelectorAll('*')].every(e => !(e.getAttribute('points') || '').includes('NaN')));
const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
document.documentElement.setAttribute('data-told', `plots ${plots.length} shown ${shown.length} wide ${wide}`);
</script>";

#[test]
fn chromium_shows_the_page_with_all_its_plots() {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let Some(chromium) = test_needs::program_in_path(&names) else {
        return test_needs::unmet("Chromium is not installed");
    };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("index.html");
    let page = page::render(&results()).unwrap();
    fs::write(&file, page.replace("</html>", &format!("{ASK}</html>"))).unwrap();
    let home = format!("--user-data-dir={}", dir.path().join("home").display());
    for size in ["1280,900", "500,900"] {
        let out = Command::new(chromium)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--dump-dom",
                &home,
            ])
            .args([format!("--window-size={size}"), format!("file://{}", file.display())])
            .output()
            .unwrap();
        let (dom, log) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(out.status.success(), "{log}");
        assert!(
            dom.contains("data-told=\"plots 3 shown 3 wide false\""),
            "{size}: {:?}",
            dom.find("data-told").map(|at| &dom[at..at + 60])
        );
        assert!(!log.contains("CONSOLE"), "{log}");
    }
}
