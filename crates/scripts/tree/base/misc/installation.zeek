# The folders of an installation made from the packages. With another prefix these values stay the same: the programs
# get their folders by options.

module Installation;

export {
	const root_dir = "/usr";
	const etc_dir = "/etc/egret";
	const log_dir = "/var/log/egret";
	const spool_dir = "/var/spool/egret";
	const state_dir = "/var/lib/egret";
}
