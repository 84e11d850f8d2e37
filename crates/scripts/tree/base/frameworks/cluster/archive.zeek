# Names of rotated logs that programs which archive them can read: the path, when the log began and ended, and more about
# it, with two underscores between.

@load ./main
@load base/frameworks/logging
@load base/frameworks/supervisor

module GLOBAL;

export {
	## Names a rotated log for an archiver.
	##
	## ri: What is known of the log.
	global archiver_rotation_format_func: function(ri: Log::RotationFmtInfo): Log::RotationPath;
}

function archiver_rotation_format_func(ri: Log::RotationFmtInfo): Log::RotationPath
	{
	local form = "%Y-%m-%d-%H-%M-%S";
	local parts = fmt("%s__%s__%s__", ri$path, strftime(form, ri$open), strftime(form, ri$close));

	# Several loggers may put their logs into one folder.
	if ( Cluster::local_node_type() == Cluster::LOGGER && Cluster::get_node_count(Cluster::LOGGER) > 1 )
		parts += fmt("log_suffix=%s__", Cluster::node);

	return Log::RotationPath($dir=Log::default_rotation_dir, $file_basename=parts);
	}

@if ( Supervisor::is_supervised() )
redef Log::default_rotation_dir = "log-queue";
redef Log::rotation_format_func = archiver_rotation_format_func;
redef LogAscii::enable_leftover_log_rotation = T;
@endif
