//! The parts of the report, in the order of the page.
use crate::figures::Findings;
use crate::setup::Setup;

/// One part.
pub(super) struct Part {
    pub name: &'static str,
    pub title: &'static str,
    pub question: &'static str,
    /// The command that runs the part alone.
    pub command: &'static str,
    /// Its approximate duration on two cores in seconds: quick, and complete.
    pub takes: [u32; 2],
    /// Whether it runs the monitors with the published dictionaries.
    pub builds: bool,
    pub run: fn(&Setup) -> anyhow::Result<Findings>,
}

/// All parts.
pub(super) const PARTS: [Part; 9] = [
    Part {
        name: "dict",
        title: "Single dictionaries",
        question: "What do an entry and an operation cost, by the size of the dictionary?",
        command: "egret-lab dict",
        takes: [60, 1500],
        builds: false,
        run: crate::dict::findings,
    },
    Part {
        name: "population",
        title: "The dictionaries of a run",
        question: "How large do the dictionaries of a monitor get, and what do they take together?",
        command: "egret-lab dict --population CAPTURE",
        takes: [60, 90],
        builds: true,
        run: crate::app::population,
    },
    Part {
        name: "app",
        title: "The whole monitor, by its dictionary",
        question: "What does the dictionary matter to the whole program?",
        command: "egret-lab app",
        takes: [90, 900],
        builds: true,
        run: crate::app::whole,
    },
    Part {
        name: "loop",
        title: "Run loops",
        question: "What does it cost to ask for other work between two packets?",
        command: "egret-lab loop CAPTURE",
        takes: [40, 300],
        builds: false,
        run: crate::runloop::findings,
    },
    Part {
        name: "idle",
        title: "Silence",
        question: "What does a monitor cost while nothing moves?",
        command: "egret-lab idle",
        takes: [25, 60],
        builds: false,
        run: crate::live::idle::findings,
    },
    Part {
        name: "live",
        title: "Live traffic",
        question: "What does a monitor take, and what does it lose, at a rate?",
        command: "egret-lab live CAPTURE",
        takes: [30, 240],
        builds: false,
        run: crate::live::findings,
    },
    Part {
        name: "names",
        title: "The name-service cache",
        question: "What does a process wait for the first name it asks for, and for the next?",
        command: "egret-lab names",
        takes: [60, 600],
        builds: false,
        run: crate::names::findings,
    },
    Part {
        name: "traffic",
        title: "A capture, beside tcpdump",
        question: "How long does a capture take with all default scripts and logs?",
        command: "egret-lab traffic CAPTURE",
        takes: [40, 200],
        builds: false,
        run: super::traffic::findings,
    },
    Part {
        name: "script",
        title: "Scripts, beside CPython",
        question: "What does the script language cost?",
        command: "egret-lab script",
        takes: [40, 200],
        builds: false,
        run: crate::script::findings,
    },
];
