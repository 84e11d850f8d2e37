# The scripts that a site loads besides the defaults, with `egret … local`. A file of this name in a folder of
# ZEEKPATH replaces this one.

# A site-specific text from which the ids of files are derived.
redef digest_salt = "Please change this value.";

# Scripts and statistics of this process.
@load misc/loaded-scripts
@load misc/capture-loss
@load misc/stats
@load frameworks/telemetry/log

# Software, vulnerable versions, and changes of versions.
@load frameworks/software/vulnerable
@load frameworks/software/version-changes
@load protocols/ftp/software
@load protocols/smtp/software
@load protocols/ssh/software
@load protocols/http/software

# External names of this site's hosts; suspicious FTP commands.
@load protocols/dns/detect-external-names
@load protocols/ftp/detect

# Hosts and services of this site.
@load protocols/conn/known-hosts
@load protocols/conn/known-services
@load protocols/ssl/known-certs

# Validates certificates, and logs those of hosts only.
@load protocols/ssl/validate-certs
@load protocols/ssl/log-hostcerts-only

# SSH logins: locations, guessed passwords, interesting host names.
@load protocols/ssh/geo-data
@load protocols/ssh/detect-bruteforcing
@load protocols/ssh/interesting-hostnames

# SQL injections.
@load protocols/http/detect-sql-injection

# Digests of all files, and a lookup of those.
@load frameworks/files/hash-all-files
@load frameworks/files/detect-MHR

# Names of hosts in mail about notices.
@load policy/frameworks/notice/extend-email/hostnames
