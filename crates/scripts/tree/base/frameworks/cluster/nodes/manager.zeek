# A manager writes logs itself only if it is the logger, too.

@load ../archive
@load base/frameworks/supervisor

redef Log::enable_local_logging = Cluster::manager_is_logger;
redef Log::enable_remote_logging = ! Cluster::manager_is_logger;
redef Log::default_rotation_interval = 1 hr;
redef Log::default_mail_alarms_interval = 24 hrs;

@if ( ! Supervisor::is_supervised() )
redef Log::default_rotation_postprocessor_cmd = "archive-log";
@endif
