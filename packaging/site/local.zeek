# What this site loads besides the defaults: `egret@INTERFACE.service` runs `egret -i INTERFACE local`.

# The policy scripts that a Zeek user expects of a site: software, known hosts and services, certificates, hashes of files.
@load site/local

# Packages that zkg has installed.
@load packages

# Logs are completed every hour, compressed, and moved into a folder a day.
redef Log::default_rotation_interval = 1 hr;
redef Log::default_rotation_postprocessor_cmd = @DIR + "/../archive-log";
# What the last run has left in the folder is archived when the next one starts, and so never overwritten.
redef LogAscii::enable_leftover_log_rotation = T;
# redef LogAscii::use_json = T;

# What the site changes goes below this line.
