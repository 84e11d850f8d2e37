#!/usr/bin/env bash
# All that must hold before a change lands; a person and .ci/run both call it. `./ci.sh quick` leaves out all after the
# tests.
#
# A step that lacks its tool is left out and listed at the end; with EGRET_TESTS_NEED_ALL set, as CI sets it, it fails.
set -euo pipefail
cd "$(dirname "$0")"

left_out=()
step() { printf '\n== %s\n' "$1"; }
# needs WHAT HOW COMMAND…: whether COMMAND succeeds; else notes that WHAT is missing, and HOW to get it.
needs() {
    local what=$1 how=$2
    shift 2
    "$@" >/dev/null 2>&1 && return
    if [ -n "${EGRET_TESTS_NEED_ALL:-}" ]; then
        echo "$what is missing: $how" >&2
        exit 1
    fi
    left_out+=("$what is missing: $how")
    return 1
}

step "format"
cargo fmt --all --check

step "clippy, warnings denied"
cargo clippy --workspace --all-targets --locked -- -D warnings

# All that fail are named, not those of the first crate alone.
step "tests"
cargo test --workspace --locked --no-fail-fast

[ "${1:-}" = quick ] && exit 0

step "every kind of dictionary"
for feature in clustered chained census; do
    cargo check --locked -p egret --features "$feature"
done

step "NATS between nodes, as release packages have it"
cargo test --locked -p egret --features nats --test cluster

step "licences, sources and versions of crates"
if needs "cargo-deny" "cargo install cargo-deny" cargo deny --version; then
    cargo deny --log-level error check licenses bans sources
fi

step "the run loop for FreeBSD"
if needs "FreeBSD's standard library" "rustup target add x86_64-unknown-freebsd" \
    test -d "$(rustc --print target-libdir --target x86_64-unknown-freebsd)"; then
    cargo check --locked --target x86_64-unknown-freebsd -p runloop
fi

step "docs"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

step "damaged captures, a few of them"
cargo run -q --locked -p lab -- mutate --count 500

# Packages of the programs that the tests have built. EGRET_INSTALL_TEST=release tests those of a release build instead,
# which takes minutes more. It needs the registries of Debian and PyPI.
step "packages in a bare Debian"
if [ "$(id -u)" != 0 ]; then
    left_out+=("packages in a bare Debian: only root can install them")
elif needs "debootstrap" "apt install debootstrap" command -v debootstrap; then
    tests/install/run --profile "${EGRET_INSTALL_TEST:-dev}"
fi

step "the book"
cargo xtask book --out target/book

# EGRET_FUZZ_SECONDS: also run every fuzz target for so long.
if [ -n "${EGRET_FUZZ_SECONDS:-}" ]; then
    step "fuzz targets, $EGRET_FUZZ_SECONDS seconds each"
    needs "cargo-fuzz" "cargo install --locked cargo-fuzz" cargo fuzz --version && fuzz/farm "$EGRET_FUZZ_SECONDS"
fi

if [ ${#left_out[@]} -gt 0 ]; then
    printf '\nLeft out:\n'
    printf '  %s\n' "${left_out[@]}"
fi
