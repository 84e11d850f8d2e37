#!/usr/bin/env bash
# Builds the name-service cache and installs it, or with --run starts it from the build tree and installs nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    echo "usage: $0 [--run]   (as root; --run: from the build tree, until Ctrl-C or a signal ends it)" >&2
    exit 2
}
run=no
case "${1:-}" in
    "") ;;
    --run) run=yes ;;
    *) usage ;;
esac
[ "$(id -u)" = 0 ] || { echo "$0: the cache answers for the whole machine: run this as root" >&2; exit 1; }

cargo build --release --locked -p egret-cached
cargo nss-module
target=${CARGO_TARGET_DIR:-target}
ln -sf libnss_egret.so "$target/nss/libnss_egret.so.2"

if [ $run = yes ]; then
    "$target/release/egret-cached" -f packaging/egret-cached.conf
    echo "egret-cached answers; \`pkill -x egret-cached\` ends it"
    exit
fi

libs=/usr/lib/$(cc -print-multiarch 2>/dev/null || echo .)
install -m 755 "$target/release/egret-cached" /usr/sbin/egret-cached
install -m 755 "$target/nss/libnss_egret.so" "$libs/libnss_egret.so.2"
[ -e /etc/egret-cached.conf ] || install -m 644 packaging/egret-cached.conf /etc/egret-cached.conf
ldconfig
if [ -d /run/systemd/system ]; then
    install -m 644 packaging/egret-cached.service packaging/egret-cached.socket /etc/systemd/system/
    systemctl daemon-reload
    systemctl enable --now egret-cached.socket egret-cached.service
else
    /usr/sbin/egret-cached
fi
echo "egret-cached answers; packaging/nsswitch.egret.conf shows what nsswitch.conf can ask of it besides"
