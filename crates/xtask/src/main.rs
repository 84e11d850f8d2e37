//! `cargo xtask generate`: writes every generated file of the tree. `--check` writes nothing and names stale files.
//! `cargo xtask dist`: makes the packages. `cargo xtask book`: makes HTML of docs/.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a tool for the terminal that writes the tree"
)]
use anyhow::{Result, bail};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<()> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = xtask::root();
    if let ["dist", rest @ ..] = &args[..] {
        for path in xtask::dist::dist(&root, &xtask::dist::Options::parse(rest, &root)?)? {
            println!("{}", path.display());
        }
        return Ok(());
    }
    if let ["book", rest @ ..] = &args[..] {
        let out = match rest {
            [] => root.join("target/book"),
            ["--out", out] => std::path::absolute(out)?,
            _ => bail!("usage: {}", xtask::book::USAGE),
        };
        let pages = xtask::book::write(&root.join("docs"), &out)?;
        println!("{}: {pages} pages", out.join("index.html").display());
        return Ok(());
    }
    let check = match args[..] {
        ["generate"] => false,
        ["generate", "--check"] => true,
        _ => bail!(
            "expected `cargo xtask generate`, `cargo xtask generate --check`, `{}` or `{}`",
            xtask::dist::USAGE,
            xtask::book::USAGE
        ),
    };
    let stale: Vec<_> = xtask::generate(&root)?.into_iter().filter(|f| !f.is_current(&root)).collect();
    for file in &stale {
        println!("{}{}", if check { "stale: " } else { "" }, file.path);
        if !check {
            std::fs::write(root.join(&file.path), &file.text)?;
        }
    }
    if check && !stale.is_empty() {
        bail!("{} files are stale; `cargo xtask generate` writes them", stale.len());
    }
    Ok(())
}
