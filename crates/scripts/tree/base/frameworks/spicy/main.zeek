# A notice when files lie deeper in each other than Spicy analyzers follow them.

@load base/frameworks/notice

module Spicy;

export {
	redef enum Notice::Type += {
		## A file lies in more files than ``Spicy::max_file_depth`` allows.
		Spicy_Max_File_Depth_Exceeded
	};
}

event Spicy::max_file_depth_exceeded(f: fa_file, args: Files::AnalyzerArgs, limit: count)
	{
	NOTICE([$note=Spicy::Spicy_Max_File_Depth_Exceeded, $msg=fmt("files nest more than %d deep", limit), $f=f]);
	}
