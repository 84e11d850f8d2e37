# What a site loads besides the defaults: `egret … local`. A file of this name in a folder of ZEEKPATH takes its place.

# A word of the site's own, from which ids of files are made.
redef digest_salt = "Please change this value.";

# What runs, what it loses and what it costs.
@load misc/loaded-scripts
@load misc/capture-loss
@load misc/stats

# Software that is out of date, and software that changes.
@load frameworks/software/vulnerable
@load frameworks/software/version-changes

# Names of this site at addresses of others.
@load protocols/dns/detect-external-names

# Who is here, and what they offer.
@load protocols/conn/known-hosts
@load protocols/conn/known-services

# Names in mail about notices.
@load policy/frameworks/notice/extend-email/hostnames
