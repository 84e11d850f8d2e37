# A proxy sends all rows to loggers.

redef Log::enable_local_logging = F;
redef Log::enable_remote_logging = T;

# What is written here all the same is not worth archiving.
redef Log::default_rotation_interval = 24 hrs;
redef Log::default_rotation_postprocessor_cmd = "delete-log";
