# Where the program's files are; relative to the folder it runs in, as it is installed as one file.

module Installation;

export {
	const root_dir = "";
	const etc_dir = "etc";
	const log_dir = "logs";
	const spool_dir = "spool";
	const state_dir = "state";
}
