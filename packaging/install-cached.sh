#!/usr/bin/env bash
# Builds the name-service cache and installs it. With --run, starts it from the build tree and installs nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    echo "usage: $0 [--run]   (as root; --run: start from the build tree, without installing)" >&2
    exit 2
}
run=no
case "${1:-}" in
    "") ;;
    --run) run=yes ;;
    *) usage ;;
esac
[ "$(id -u)" = 0 ] || { echo "$0: the cache serves all users: run this as root" >&2; exit 1; }

cargo build --release --locked -p egret-cached
cargo nss-module
target=${CARGO_TARGET_DIR:-target}
ln -sf libnss_egret.so "$target/nss/libnss_egret.so.2"
user=egret-cached

if [ $run = yes ]; then
    config=packaging/egret-cached.conf
    if ! grep -q "^$user:" /etc/passwd; then
        echo "$0: without the user $user, which an installation creates, the cache runs as root" >&2
        config=$target/egret-cached.conf
        grep -v '^server-user' packaging/egret-cached.conf > "$config"
    fi
    "$target/release/egret-cached" -f "$config"
    echo "egret-cached runs in the background; \`pkill -x egret-cached\` stops it"
    exit
fi

libs=/usr/lib/$(cc -print-multiarch 2>/dev/null || echo .)
install -m 755 "$target/release/egret-cached" /usr/sbin/egret-cached
install -m 755 "$target/nss/libnss_egret.so" "$libs/libnss_egret.so.2"
[ -e /etc/egret-cached.conf ] || install -m 644 packaging/egret-cached.conf /etc/egret-cached.conf
if ! grep -q "^$user:" /etc/passwd; then
    if command -v systemd-sysusers > /dev/null; then
        install -D -m 644 packaging/egret-cached.sysusers /usr/lib/sysusers.d/egret-cached.conf
        systemd-sysusers egret-cached.conf
    else
        useradd --system --no-create-home --home-dir / --shell /usr/sbin/nologin "$user"
    fi
fi
ldconfig
if [ -d /run/systemd/system ]; then
    install -m 644 packaging/egret-cached.service packaging/egret-cached.socket /etc/systemd/system/
    systemctl daemon-reload
    systemctl enable --now egret-cached.socket egret-cached.service
else
    /usr/sbin/egret-cached
fi
echo "egret-cached runs; packaging/nsswitch.egret.conf has optional lines for /etc/nsswitch.conf"
