# The folders of an installation, as the packages have them. An installation with another prefix does not redefine
# them: its programs get their folders by options.

module Installation;

export {
	const root_dir = "/usr";
	const etc_dir = "/etc/egret";
	const log_dir = "/var/log/egret";
	const spool_dir = "/var/spool/egret";
	const state_dir = "/var/lib/egret";
}
