# The entropy of every file, in files.log.

@load base/frameworks/files

module Files;

export {
	redef record Files::Info += {
		## Bits a byte, of a file that came whole.
		entropy: double &log &optional;
	};
}

event file_new(f: fa_file)
	{
	Files::add_analyzer(f, Files::ANALYZER_ENTROPY);
	}

event file_entropy(f: fa_file, ent: entropy_test_result)
	{
	f$info$entropy = ent$entropy;
	}
