//! The servers of an office: Debian's packages with minimal configurations.
use super::lan::{DOMAIN, Lan, SERVER, SERVER6, sh};
use std::fmt::Write;

/// Returns incompressible bytes, the same in each run.
fn noise(n: usize, mut seed: u32) -> Vec<u8> {
    (0..n)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
        .collect()
}

/// Returns a page of text.
fn page(title: &str, paragraphs: usize) -> String {
    let mut html = format!("<!doctype html><title>{title}</title>\n<img src=\"/logo.png\">\n");
    for i in 0..paragraphs {
        let _ = writeln!(
            html,
            "<p>{title}, paragraph {i}: herons, egrets and bitterns wade where it is shallow.</p>"
        );
    }
    html
}

/// Starts nginx on ports 80 and 443, with a certificate of the office's own authority.
pub(crate) fn web(lan: &mut Lan) -> anyhow::Result<()> {
    lan.file("www/index.html", page("The office", 40))?;
    lan.file("www/news.html", page("News", 400))?;
    let png = [&[0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a][..], &noise(60_000, 1)].concat();
    lan.file("www/logo.png", png)?;
    let pdf = [&b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"[..], &noise(150_000, 2), b"\n%%EOF\n"].concat();
    lan.file("www/report.pdf", pdf)?;
    certificates(lan)?;
    let dir = lan.dir.display().to_string();
    let conf = lan.file(
        "nginx.conf",
        format!(
            "daemon off; pid {dir}/nginx.pid; error_log stderr; user root;\n\
             events {{}}\n\
             http {{\n\
               types {{ text/html html; image/png png; application/pdf pdf; }}\n\
               access_log off; gzip on; gzip_min_length 1000; client_body_temp_path {dir}/body;\n\
               proxy_temp_path {dir}/p; fastcgi_temp_path {dir}/f; uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;\n\
               server {{\n\
                 listen 80; listen [::]:80; listen 443 ssl http2; listen [::]:443 ssl http2;\n\
                 server_name www.{DOMAIN}; root {dir}/www;\n\
                 ssl_certificate {dir}/chain.pem; ssl_certificate_key {dir}/www.key;\n\
                 ssl_protocols TLSv1.2 TLSv1.3; ssl_session_tickets on;\n\
                 location /old {{ return 301 /news.html; }}\n\
                 location /form {{ client_max_body_size 1m; return 200 \"thank you\\n\"; }}\n\
                 location /private {{ return 401; }}\n\
               }}\n\
             }}\n"
        ),
    )?;
    lan.serve("nginx", 80, &format!("nginx -c {conf}"))
}

/// Creates `ca.pem`, and `www.key` with its certificate chain, in the temporary folder.
fn certificates(lan: &Lan) -> anyhow::Result<()> {
    if lan.dir.join("chain.pem").exists() {
        return Ok(());
    }
    let dir = lan.dir.display();
    lan.file("san", format!("subjectAltName=DNS:www.{DOMAIN},DNS:mail.{DOMAIN}\n"))?;
    sh(&format!(
        "cd {dir} && exec 2> openssl.log && \
         openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 3650 \
           -subj '/O=Office/CN=Office Authority' && \
         openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout www.key -out www.csr \
           -subj '/O=Office/CN=www.{DOMAIN}' && \
         openssl x509 -req -in www.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile san -out www.pem && \
         cat www.pem ca.pem > chain.pem && chmod 600 www.key"
    ))
}

/// Starts NSD for the office's zone.
pub(crate) fn dns(lan: &mut Lan) -> anyhow::Result<()> {
    let dir = lan.dir.display().to_string();
    let mut zone = format!(
        "$ORIGIN {DOMAIN}.\n$TTL 3600\n\
         @ SOA ns hostmaster 1 3600 900 86400 300\n@ NS ns\n@ MX 10 mail\n@ TXT \"v=spf1 mx -all\" \"second string\"\n\
         ns A {SERVER}\nns AAAA {SERVER6}\nmail A {SERVER}\nfiles A {SERVER}\ntime A {SERVER}\nshell A {SERVER}\n\
         www A {SERVER}\nwww AAAA {SERVER6}\nintranet CNAME www\n\
         _ldap._tcp SRV 0 5 389 files\n@ CAA 0 issue \"office.example\"\n\
         sub DS 60485 8 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A\n\
         shell SSHFP 4 2 123456789ABCDEF67890123456789ABCDEF67890123456789ABCDEF123456789\n"
    );
    for i in 0..60 {
        let _ = writeln!(zone, "many A 10.77.1.{i}");
    }
    lan.file("zones/forward", zone)?;
    lan.file(
        "zones/reverse",
        format!(
            "$ORIGIN 0.77.10.in-addr.arpa.\n$TTL 3600\n@ SOA ns.{DOMAIN}. hostmaster.{DOMAIN}. 1 3600 900 86400 300\n\
             @ NS ns.{DOMAIN}.\n1 PTR www.{DOMAIN}.\n"
        ),
    )?;
    let conf = lan.file(
        "nsd.conf",
        format!(
            "server:\n server-count: 1\n username: \"\"\n chroot: \"\"\n zonesdir: \"{dir}/zones\"\n database: \"\"\n\
             \x20pidfile: \"{dir}/nsd.pid\"\n xfrdfile: \"{dir}/xfrd\"\n zonelistfile: \"{dir}/zonelist\"\n\
             \x20xfrdir: \"{dir}\"\n\
             remote-control:\n control-enable: no\n\
             zone:\n name: {DOMAIN}\n zonefile: forward\n provide-xfr: 0.0.0.0/0 NOKEY\n\
             zone:\n name: 0.77.10.in-addr.arpa\n zonefile: reverse\n"
        ),
    )?;
    lan.serve("nsd", 53, &format!("nsd -d -c {conf}"))
}

/// The password of the user on all servers.
pub(crate) const PASSWORD: &str = "shallow-water";

/// Starts Samba with one share, for user root and guests.
pub(crate) fn smb(lan: &mut Lan) -> anyhow::Result<()> {
    let dir = lan.dir.display().to_string();
    for d in ["private", "lock", "state", "cache", "pid", "rpc"] {
        std::fs::create_dir_all(lan.dir.join("samba").join(d))?;
    }
    lan.file("share/minutes.txt", page("Minutes", 200))?;
    lan.file("share/plans/floor.bin", noise(180_000, 3))?;
    let conf = lan.file(
        "smb.conf",
        format!(
            "[global]\n workgroup = OFFICE\n netbios name = FILES\n server role = standalone server\n\
             \x20private dir = {dir}/samba/private\n lock directory = {dir}/samba/lock\n\
             \x20state directory = {dir}/samba/state\n cache directory = {dir}/samba/cache\n\
             \x20pid directory = {dir}/samba/pid\n ncalrpc dir = {dir}/samba/rpc\n\
             \x20map to guest = Bad User\n disable spoolss = yes\n load printers = no\n\
             \x20server min protocol = NT1\n log file = {dir}/samba/log\n\
             [share]\n path = {dir}/share\n read only = no\n guest ok = yes\n force user = root\n"
        ),
    )?;
    sh(&format!("printf '{PASSWORD}\\n{PASSWORD}\\n' | smbpasswd -c {conf} -a -s root"))?;
    lan.serve("smbd", 445, &format!("smbd -F --no-process-group -s {conf}"))
}

/// Starts OpenSSH, with a key in the temporary folder.
pub(crate) fn ssh(lan: &mut Lan) -> anyhow::Result<()> {
    let dir = lan.dir.display().to_string();
    sh(&format!(
        "cd {dir} && ssh-keygen -q -t ed25519 -N '' -f host_key && ssh-keygen -q -t ed25519 -N '' -f user_key && \
         cp user_key.pub authorized_keys && mkdir -p /run/sshd"
    ))?;
    let conf = lan.file(
        "sshd_config",
        format!(
            "HostKey {dir}/host_key\nAuthorizedKeysFile {dir}/authorized_keys\nStrictModes no\nUsePAM no\n\
             PermitRootLogin yes\nPasswordAuthentication yes\nPidFile none\nSubsystem sftp internal-sftp\n"
        ),
    )?;
    lan.serve("sshd", 22, &format!("/usr/sbin/sshd -D -e -f {conf}"))
}

/// Starts vsftpd for anonymous users, who may upload into `incoming`.
pub(crate) fn ftp(lan: &mut Lan) -> anyhow::Result<()> {
    let dir = lan.dir.display().to_string();
    lan.file("pub/readme.txt", "Leave what you have in incoming.\r\n")?;
    lan.file("pub/archive.bin", noise(120_000, 4))?;
    sh(&format!(
        "mkdir -p {dir}/pub/incoming /var/run/vsftpd/empty && chmod 777 {dir}/pub/incoming && chmod 555 {dir}/pub"
    ))?;
    let conf = lan.file(
        "vsftpd.conf",
        format!(
            "listen=NO\nlisten_ipv6=YES\nbackground=NO\nanonymous_enable=YES\nlocal_enable=NO\nwrite_enable=YES\n\
             anon_upload_enable=YES\nanon_mkdir_write_enable=YES\nanon_root={dir}/pub\nseccomp_sandbox=NO\n\
             secure_chroot_dir=/var/run/vsftpd/empty\nftpd_banner=Office files\nconnect_from_port_20=YES\n\
             isolate_network=NO\n"
        ),
    )?;
    lan.serve("vsftpd", 21, &format!("vsftpd {conf}"))
}

/// Starts Exim, which accepts mail for the office and discards it.
pub(crate) fn smtp(lan: &mut Lan) -> anyhow::Result<()> {
    certificates(lan)?;
    lan.file("nested.bin", noise(20_000, 5))?;
    let dir = lan.dir.display().to_string();
    let conf = lan.file(
        "exim.conf",
        format!(
            "primary_hostname = mail.{DOMAIN}\nlocal_interfaces = {SERVER}\ndaemon_smtp_ports = 25\n\
             spool_directory = {dir}/spool\nlog_file_path = {dir}/exim-%s\npid_file_path = {dir}/exim.pid\n\
             host_lookup =\nrfc1413_hosts =\nrecipients_max = 10\n\
             tls_advertise_hosts = *\ntls_certificate = {dir}/chain.pem\ntls_privatekey = {dir}/www.key\n\
             acl_smtp_rcpt = rcpt\n\
             begin acl\nrcpt:\n  accept domains = {DOMAIN}\n  deny message = relay not permitted\n\
             begin routers\ndrop:\n  driver = redirect\n  data = :blackhole:\n\
             begin authenticators\nplain:\n  driver = plaintext\n  public_name = PLAIN\n\
             \x20 server_prompts = :\n  server_condition = ${{if eq{{$auth3}}{{{PASSWORD}}}}}\n"
        ),
    )?;
    sh(&format!(
        "mkdir {dir}/spool && chmod 777 {dir}/spool && chmod 644 {dir}/www.key && touch {dir}/exim-main"
    ))?;
    sh(&format!("chown Debian-exim {dir}/spool {dir}/exim-main"))?;
    lan.serve("exim4", 25, &format!("exim4 -bdf -C {conf}"))
}

/// Starts tftpd-hpa, which serves `boot` and lets clients leave new files in `left`.
pub(crate) fn tftp(lan: &mut Lan) -> anyhow::Result<()> {
    let dir = lan.dir.display().to_string();
    lan.file("tftp/boot/menu.txt", page("Boot menu", 10))?;
    lan.file("tftp/boot/loader.bin", noise(20_000, 6))?;
    sh(&format!("mkdir {dir}/tftp/left && chmod 777 {dir}/tftp/left"))?;
    lan.serve("tftpd", 69, &format!("in.tftpd --foreground --secure --create --user nobody {dir}/tftp"))
}

/// Starts udhcpd with a pool of fifty addresses.
pub(crate) fn dhcp(lan: &mut Lan) -> anyhow::Result<()> {
    let dir = lan.dir.display().to_string();
    let leases = lan.file("leases", "")?;
    let conf = lan.file(
        "udhcpd.conf",
        format!(
            "start 10.77.0.100\nend 10.77.0.150\ninterface eth0\npidfile {dir}/udhcpd.pid\nlease_file {leases}\n\
             opt dns {SERVER}\nopt subnet 255.255.255.0\nopt router {SERVER}\nopt domain {DOMAIN}\nopt lease 600\n"
        ),
    )?;
    lan.serve("udhcpd", 67, &format!("udhcpd -f {conf}"))
}

/// Starts chrony, which serves the machine's clock and never sets it.
pub(crate) fn ntp(lan: &mut Lan) -> anyhow::Result<()> {
    let dir = lan.dir.display().to_string();
    let conf = lan.file(
        "chrony.conf",
        format!("local stratum 8\nallow all\ncmdport 0\npidfile {dir}/chronyd.pid\ndriftfile {dir}/drift\nuser root\n"),
    )?;
    lan.serve("chronyd", 123, &format!("chronyd -d -x -f {conf}"))
}
