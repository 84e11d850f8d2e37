# A logger writes the logs of all nodes and sends none.

@load ../archive
@load base/frameworks/supervisor

redef Log::enable_local_logging = T;
redef Log::enable_remote_logging = F;
redef Log::default_rotation_interval = 1 hr;
redef Log::default_mail_alarms_interval = 24 hrs;

# A supervisor archives logs itself; elsewhere zeekctl's program does.
@if ( ! Supervisor::is_supervised() )
redef Log::default_rotation_postprocessor_cmd = "archive-log";
@endif
