# What a site loads besides the defaults: `egret … local`. A file of this name in a folder of ZEEKPATH takes its place.

# A word of the site's own, from which ids of files are made.
redef digest_salt = "Please change this value.";

# What runs, what it loses and what it costs.
@load misc/loaded-scripts
@load misc/capture-loss
@load misc/stats
@load frameworks/telemetry/log

# Software, what of it is out of date, and what changes.
@load frameworks/software/vulnerable
@load frameworks/software/version-changes
@load protocols/ftp/software
@load protocols/smtp/software
@load protocols/ssh/software
@load protocols/http/software

# Names of this site at addresses of others; commands that FTP servers should not be given.
@load protocols/dns/detect-external-names
@load protocols/ftp/detect

# Who is here, and what they offer.
@load protocols/conn/known-hosts
@load protocols/conn/known-services
@load protocols/ssl/known-certs

# Certificates are judged, and those of hosts alone are logged.
@load protocols/ssl/validate-certs
@load protocols/ssl/log-hostcerts-only

# Logins over SSH: from where, how often in vain, from hosts of interesting names.
@load protocols/ssh/geo-data
@load protocols/ssh/detect-bruteforcing
@load protocols/ssh/interesting-hostnames

# Injections of SQL.
@load protocols/http/detect-sql-injection

# Digests of all files, and what is known of those.
@load frameworks/files/hash-all-files
@load frameworks/files/detect-MHR

# Names in mail about notices.
@load policy/frameworks/notice/extend-email/hostnames
