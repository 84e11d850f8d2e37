# Runs commands and waits for their output.

@load base/frameworks/input

module Exec;

export {
	type Command: record {
		cmd: string;
		stdin: string &default="";
		read_files: set[string] &optional;
		uid: string &default=unique_id("");
	};

	type Result: record {
		exit_code: count &default=0;
		signal_exit: bool &default=F;
		stdout: vector of string &optional;
		stderr: vector of string &optional;
		files: table[string] of string_vec &optional;
	};

	global run: function(cmd: Command): Result;
}

type OutputLine: record {
	s: string;
	is_stderr: bool;
};

type FileLine: record {
	s: string;
};

# A command that runs, or whose files are being read.
type Job: record {
	result: Result;
	out: string_vec;
	err: string_vec;
	files_left: set[string];
	exited: bool &default=F;
};

global jobs: table[string] of Job;

# The name of a file's reader: "UID_PATH". A uid has no underscore.
function reader_of(uid: string, path: string): string
	{
	return uid + "_" + path;
	}

function is_done(uid: string): bool
	{
	return jobs[uid]$exited && |jobs[uid]$files_left| == 0;
	}

event Exec::output_line(description: Input::EventDescription, tpe: Input::Event, s: string, is_stderr: bool)
	{
	local job = jobs[description$name];

	if ( is_stderr )
		job$err += s;
	else
		job$out += s;
	}

event Exec::file_line(description: Input::EventDescription, tpe: Input::Event, s: string)
	{
	local r = jobs[split_string1(description$name, /_/)[0]]$result;
	r$files[description$source] += s;
	}

event Input::end_of_data(name: string, source: string)
	{
	local parts = split_string1(name, /_/);

	if ( |parts| != 2 || parts[0] !in jobs || parts[1] !in jobs[parts[0]]$files_left )
		return;

	Input::remove(name);
	system(fmt("rm %s", safe_shell_quote(parts[1])));
	delete jobs[parts[0]]$files_left[parts[1]];
	}

event InputRaw::process_finished(name: string, source: string, exit_code: count, signal_exit: bool)
	{
	if ( name !in jobs )
		return;

	local job = jobs[name];
	job$result$exit_code = exit_code;
	job$result$signal_exit = signal_exit;

	for ( path in job$files_left )
		{
		if ( ! job$result?$files )
			job$result$files = table();

		job$result$files[path] = vector();
		Input::add_event(Input::EventDescription($name=reader_of(name, path), $source=path, $reader=Input::READER_RAW,
		                                         $fields=FileLine, $want_record=F, $ev=Exec::file_line));
		}

	job$exited = T;
	}

function run(cmd: Command): Result
	{
	local wanted: set[string] = set();

	if ( cmd?$read_files )
		wanted = copy(cmd$read_files);

	jobs[cmd$uid] = Job($result=Result(), $out=vector(), $err=vector(), $files_left=wanted);

	Input::add_event(Input::EventDescription($name=cmd$uid, $source=cmd$cmd + " |", $reader=Input::READER_RAW,
	                                         $mode=Input::STREAM, $fields=OutputLine, $want_record=F,
	                                         $ev=Exec::output_line,
	                                         $config=table(["stdin"] = cmd$stdin, ["read_stderr"] = "1")));

	return when [cmd] ( is_done(cmd$uid) )
		{
		local job = jobs[cmd$uid];
		delete jobs[cmd$uid];

		if ( |job$out| > 0 )
			job$result$stdout = job$out;

		if ( |job$err| > 0 )
			job$result$stderr = job$err;

		return job$result;
		}
	}

# Removes files that were not read.
event zeek_done()
	{
	for ( _, job in jobs )
		for ( path in job$files_left )
			system(fmt("rm -f %s", safe_shell_quote(path)));
	}
