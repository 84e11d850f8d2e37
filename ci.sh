#!/usr/bin/env bash
# All that must hold before a change lands; a person and .ci/run both call it. `./ci.sh quick` leaves out the docs and smoke runs.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$1"; }

step "format"
cargo fmt --all --check

step "clippy, warnings denied"
cargo clippy --workspace --all-targets --locked -- -D warnings

step "tests"
cargo test --workspace --locked

[ "${1:-}" = quick ] && exit 0

step "the run loop for FreeBSD"
if rustc --print target-libdir --target x86_64-unknown-freebsd | xargs test -d; then
    cargo check --locked --target x86_64-unknown-freebsd -p runloop
else
    echo "skipped: no standard library for it here (rustup target add x86_64-unknown-freebsd)"
fi

step "docs"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

step "damaged captures, a few of them"
cargo run -q --locked -p lab -- mutate --count 500
