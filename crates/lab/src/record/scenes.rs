//! The clients of an office and the captures of their traffic.
use super::lan::{DOMAIN, Lan, SERVER, SERVER6};
use super::servers::{self, PASSWORD};

/// A function that starts one server.
type Start = fn(&mut Lan) -> anyhow::Result<()>;
/// A function that runs clients.
type Task = fn(&Lan) -> anyhow::Result<()>;

/// One capture: its servers and clients.
pub(crate) struct Scene {
    /// The file's name without `.pcap`.
    pub name: &'static str,
    /// A description for samples/README.md.
    pub what: &'static str,
    /// The servers.
    pub servers: &'static [Start],
    /// The clients.
    pub traffic: Task,
}

/// All captures.
pub(crate) const SCENES: &[Scene] = &[
    Scene {
        name: "web",
        what: "curl and nginx: pages, images, compression, ranges, redirects, a form, errors, IPv4 and IPv6",
        servers: &[servers::dns, servers::web],
        traffic: web,
    },
    Scene {
        name: "tls",
        what: "curl, openssl and nginx: TLS 1.2 and 1.3, HTTP/1.1 and 2, resumed sessions, a refused certificate",
        servers: &[servers::dns, servers::web],
        traffic: tls,
    },
    Scene {
        name: "dns",
        what: "dig and NSD: most record types, nonexistent names, truncation and TCP, a zone transfer",
        servers: &[servers::dns],
        traffic: dns,
    },
    Scene {
        name: "smb",
        what: "smbclient and Samba: SMB 1 to 3, NTLM, guests, uploads and downloads",
        servers: &[servers::smb],
        traffic: smb,
    },
    Scene {
        name: "smbtorture",
        what: "smbtorture and Samba: about 80 short connections of SMB 1 to 3; the default seed of `egret-lab report`",
        servers: &[servers::smb],
        traffic: smbtorture,
    },
    Scene {
        name: "ssh",
        what: "ssh, scp, sftp and OpenSSH: logins with a key, and a refused login",
        servers: &[servers::ssh],
        traffic: ssh,
    },
    Scene {
        name: "ftp",
        what: "curl, lftp and vsftpd: active and passive mode, uploads and downloads, IPv4 and IPv6",
        servers: &[servers::ftp],
        traffic: ftp,
    },
    Scene {
        name: "smtp",
        what: "swaks and Exim: plain, with a login and an attachment, with STARTTLS, and refused",
        servers: &[servers::smtp],
        traffic: smtp,
    },
    Scene {
        name: "tftp",
        what: "tftp, curl and tftpd-hpa: reads and writes, with and without options, a refused file, IPv4 and IPv6",
        servers: &[servers::tftp],
        traffic: tftp,
    },
    Scene { name: "dhcp", what: "udhcpc and udhcpd: a lease", servers: &[servers::dhcp], traffic: dhcp },
    Scene { name: "ntp", what: "ntpdate and chrony, IPv4 and IPv6", servers: &[servers::ntp], traffic: ntp },
    Scene {
        name: "ping",
        what: "ICMP and ICMPv6: echoes, an unreachable port, neighbor discovery, fragments, ARP",
        servers: &[],
        traffic: ping,
    },
    Scene {
        name: "office",
        what: "an office: a DHCP lease, then three users at the same time with web, TLS, DNS, SMB, NTP, ICMP, SSH, mail and FTP",
        servers: &[
            servers::dns,
            servers::web,
            servers::smb,
            servers::ssh,
            servers::ftp,
            servers::smtp,
            servers::dhcp,
            servers::ntp,
        ],
        traffic: office,
    },
];

fn web(lan: &Lan) -> anyhow::Result<()> {
    let site = format!("http://www.{DOMAIN}");
    lan.client(&format!(
        "curl -sS -A Egret-Sample/1 -o a {site}/ -o b {site}/logo.png -o c {site}/news.html"
    ))?;
    lan.client(&format!("curl -sS --compressed -o a {site}/news.html"))?;
    lan.client(&format!("curl -sS -L -o a http://intranet.{DOMAIN}/old"))?;
    lan.client(&format!("curl -sS -o a {site}/report.pdf"))?;
    lan.client(&format!("curl -sS -o a -r 1000-2999 {site}/report.pdf"))?;
    lan.client(&format!("curl -sS -I {site}/index.html"))?;
    lan.client(&format!("curl -sS -d name=heron -d legs=2 {site}/form"))?;
    lan.client(&format!("curl -sS -F file=@www/index.html {site}/form"))?;
    lan.client(&format!("curl -sS -u guest:guest {site}/private -e {site}/"))?;
    lan.client(&format!("curl -sS {site}/missing"))?;
    lan.client(&format!("curl -sS -g -o a http://[{SERVER6}]/logo.png"))?;
    lan.client_fails(&format!("curl -sS http://{SERVER}:8080/"))
}

fn tls(lan: &Lan) -> anyhow::Result<()> {
    let site = format!("https://www.{DOMAIN}");
    let curl = "curl -sS --cacert ca.pem";
    lan.client(&format!("{curl} -o a {site}/ -o b {site}/logo.png"))?;
    lan.client(&format!("{curl} --http1.1 -o a {site}/news.html"))?;
    lan.client(&format!("{curl} --tls-max 1.2 -o a {site}/report.pdf"))?;
    lan.client(&format!("{curl} --tls-max 1.2 --ciphers ECDHE-ECDSA-AES128-GCM-SHA256 -o a {site}/"))?;
    lan.client(&format!(
        "openssl s_client -connect {SERVER}:443 -tls1_2 -servername www.{DOMAIN} -reconnect"
    ))?;
    lan.client(&format!("curl -sSk -o a https://{SERVER}/"))?;
    lan.client_fails(&format!("curl -sS {site}/"))
}

fn dns(lan: &Lan) -> anyhow::Result<()> {
    for query in ["www A", "www AAAA", "intranet A", "@ MX", "@ TXT", "@ NS", "@ SOA", "@ CAA", "@ ANY"] {
        let (name, kind) = query.split_once(' ').unwrap_or((query, "A"));
        let name = if name == "@" { DOMAIN.to_owned() } else { format!("{name}.{DOMAIN}") };
        lan.client(&format!("dig +nostats {name} {kind}"))?;
    }
    for query in [
        format!("_ldap._tcp.{DOMAIN} SRV"),
        format!("shell.{DOMAIN} SSHFP"),
        format!("sub.{DOMAIN} DS"),
        format!("missing.{DOMAIN} A"),
        "elsewhere.test A".to_owned(),
        format!("-x {SERVER}"),
        format!("+dnssec +nsid www.{DOMAIN} A"),
        format!("+noedns many.{DOMAIN} A"),
        format!("+tcp many.{DOMAIN} A"),
        format!("@{SERVER6} www.{DOMAIN} AAAA"),
        format!("{DOMAIN} AXFR"),
        "version.bind CH TXT".to_owned(),
    ] {
        lan.client(&format!("dig {query}"))?;
    }
    Ok(())
}

fn smb(lan: &Lan) -> anyhow::Result<()> {
    let share = format!("//{SERVER}/share");
    let client = |options: &str, commands: &str| {
        lan.client(&format!("smbclient {share} -s smb.conf {options} -c '{commands}'"))
    };
    let root = format!("-U OFFICE/root%{PASSWORD}");
    client(&root, "ls; get minutes.txt got; mkdir new; cd new; put smb.conf a; ls; rm a; cd ..; rmdir new")?;
    client(&format!("{root} -m SMB3"), "cd plans; get floor.bin floor; allinfo floor.bin")?;
    client(&format!("{root} -m SMB2"), "ls; put got copy.txt; rename copy.txt moved.txt; rm moved.txt")?;
    client(&format!("{root} -m NT1 --option=clientminprotocol=NT1"), "ls; get minutes.txt got")?;
    client("-N", "ls")?;
    lan.client(&format!("smbclient -s smb.conf -N -L {SERVER}"))?;
    lan.client_fails(&format!("smbclient {share} -s smb.conf -U OFFICE/root%wrong -c ls"))
}

/// Tests of smbtorture that take seconds and leave few files. Some fail with Samba's default configuration, but their
/// traffic is useful anyway.
const TORTURES: [&str; 24] = [
    "base.attr",
    "base.dir1",
    "base.negnowait",
    "base.open",
    "base.rename",
    "base.tcon",
    "base.unlink",
    "raw.open",
    "raw.qfsinfo",
    "raw.write",
    "rpc.lsa.lookupnames",
    "smb2.compound",
    "smb2.connect",
    "smb2.create.blob",
    "smb2.create.delete",
    "smb2.dir.find",
    "smb2.getinfo",
    "smb2.lock.rw-shared",
    "smb2.lock.valid-request",
    "smb2.mkdir",
    "smb2.rename",
    "smb2.session-id",
    "smb2.session.reconnect1",
    "smb2.tcon",
];

fn smbtorture(lan: &Lan) -> anyhow::Result<()> {
    tortures(lan, &TORTURES)
}

/// Runs these tests of smbtorture, one after the other.
pub(super) fn tortures(lan: &Lan, parts: &[&str]) -> anyhow::Result<()> {
    for part in parts {
        // Status 1 means that a test failed. Any other status means that smbtorture itself failed or timed out.
        lan.client(&format!(
            "sh -c 'smbtorture //{SERVER}/share -s smb.conf -U OFFICE/root%{PASSWORD} {part} || test $? = 1'"
        ))?;
    }
    Ok(())
}

fn ssh(lan: &Lan) -> anyhow::Result<()> {
    let options =
        "-i user_key -o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no -o LogLevel=ERROR -F none";
    lan.client(&format!("ssh {options} root@{SERVER} 'uname -s; seq 2000'"))?;
    lan.client(&format!("scp {options} root@{SERVER}:{}/authorized_keys fetched", lan.dir.display()))?;
    let batch = lan.file("batch", "pwd\nls /etc/ssh\nput sshd_config left\nrm left\nbye\n")?;
    lan.client(&format!("sftp {options} -b {batch} root@{SERVER}:{}", lan.dir.display()))?;
    lan.client_fails(&format!(
        "ssh -o BatchMode=yes -o IdentitiesOnly=yes -i host_key -o UserKnownHostsFile=/dev/null -F none \
         -o StrictHostKeyChecking=no root@{SERVER} true"
    ))
}

fn ftp(lan: &Lan) -> anyhow::Result<()> {
    let site = format!("ftp://{SERVER}");
    lan.client(&format!("curl -sS -o a {site}/readme.txt"))?;
    lan.client(&format!("curl -sS {site}/"))?;
    lan.client(&format!("curl -sS -P - -o a {site}/archive.bin"))?;
    lan.client(&format!("curl -sS --disable-eprt -P - -o a {site}/readme.txt"))?;
    lan.client(&format!("curl -sS --disable-epsv -o a {site}/readme.txt"))?;
    lan.client(&format!("curl -sS -g -o a ftp://[{SERVER6}]/readme.txt"))?;
    lan.client(&format!("curl -sS -T vsftpd.conf {site}/incoming/left.txt"))?;
    lan.client(&format!(
        "lftp -e 'set ftp:ssl-allow no; set net:timeout 5; ls; cd incoming; mkdir box; cd ..; get readme.txt -o r; bye' {SERVER}"
    ))?;
    lan.client_fails(&format!("curl -sS {site}/missing.txt"))?;
    lan.client_fails(&format!("curl -sS -u root:{PASSWORD} {site}/"))
}

fn smtp(lan: &Lan) -> anyhow::Result<()> {
    let mail = format!(
        "swaks --server {SERVER} --ehlo desk.{DOMAIN} --from heron@{DOMAIN} --to egret@{DOMAIN} \
         --suppress-data --timeout 10"
    );
    lan.client(&format!("{mail} --header 'Subject: Shallow water'"))?;
    lan.client(&format!(
        "{mail} --to egret@{DOMAIN},bittern@{DOMAIN} -a PLAIN -au heron -ap {PASSWORD} --attach @nested.bin --body 'See what is attached.'"
    ))?;
    lan.client(&format!("{mail} -tls --header 'Subject: Not for everyone'"))?;
    lan.client_fails(&format!("{mail} --to someone@elsewhere.test"))
}

fn tftp(lan: &Lan) -> anyhow::Result<()> {
    let site = format!("tftp://{SERVER}");
    lan.client(&format!("tftp -4 {SERVER} -m binary -c get boot/loader.bin loader"))?;
    lan.client(&format!("tftp -4 {SERVER} -m ascii -c get boot/menu.txt menu"))?;
    lan.client(&format!("tftp -4 {SERVER} -m binary -c put loader left/loader.bin"))?;
    // curl asks for a block size, the size of the transfer and a timeout (RFC 2348, RFC 2349).
    lan.client(&format!("curl -sS -o a {site}/boot/loader.bin"))?;
    lan.client(&format!("curl -sS --tftp-blksize 1428 -o a {site}/boot/loader.bin"))?;
    lan.client(&format!("curl -sS -T menu {site}/left/menu.txt"))?;
    lan.client(&format!("curl -sS --tftp-no-options -g -o a tftp://[{SERVER6}]/boot/menu.txt"))?;
    lan.client_fails(&format!("curl -sS {site}/boot/missing.bin"))
}

fn dhcp(lan: &Lan) -> anyhow::Result<()> {
    lan.client("udhcpc -i eth0 -f -q -n -R -x hostname:desk -V Egret-Sample -s /bin/true").map(drop)
}

fn ntp(lan: &Lan) -> anyhow::Result<()> {
    lan.client(&format!("ntpdate -q {SERVER}"))?;
    lan.client(&format!("ntpdate -q {SERVER6}")).map(drop)
}

fn ping(lan: &Lan) -> anyhow::Result<()> {
    lan.client(&format!("ping -q -c 3 -i 0.2 {SERVER}"))?;
    lan.client(&format!("ping -q -c 2 -i 0.2 -s 4000 {SERVER}"))?;
    lan.client(&format!("ping -q -c 3 -i 0.2 {SERVER6}"))?;
    lan.client(&format!("ping -q -c 2 -i 0.2 -s 4000 {SERVER6}"))?;
    lan.client_fails(&format!("dig +tries=1 +time=1 @{SERVER} -p 5353 nobody.listens A"))?;
    lan.client_fails("ping -q -c 1 -W 1 10.77.0.9")
}

/// Runs three users, each with a list of tasks.
fn office(lan: &Lan) -> anyhow::Result<()> {
    dhcp(lan)?;
    let desks: [&[Task]; 3] = [&[web, tls], &[smb, ntp, ping], &[ssh, smtp, ftp]];
    std::thread::scope(|s| {
        let desks = desks.map(|tasks| s.spawn(move || tasks.iter().try_for_each(|task| task(lan))));
        desks.into_iter().try_for_each(|d| d.join().map_err(|_| anyhow::anyhow!("a desk panicked"))?)
    })
}

#[cfg(test)]
mod tests {
    use super::SCENES;
    use std::path::Path;

    #[test]
    fn the_readme_describes_every_sample() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
        let readme = std::fs::read_to_string(samples.join("README.md")).unwrap();
        for scene in SCENES {
            let line = format!("| `{}.pcap` | {} |", scene.name, scene.what);
            assert!(readme.contains(&line), "samples/README.md lacks: {line}");
            assert!(
                samples.join(format!("{}.pcap", scene.name)).is_file(),
                "{} was not recorded",
                scene.name
            );
        }
        for entry in std::fs::read_dir(&samples).unwrap().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(
                name == "README.md"
                    || [&name, &format!("{name}/")].iter().any(|n| readme.contains(&format!("`{n}`"))),
                "samples/README.md does not mention {name}"
            );
        }
    }
}
