# Where an installation keeps its things: the folders of the packages. One below another prefix redefines none of these;
# what runs from there is told its folders by options.

module Installation;

export {
	const root_dir = "/usr";
	const etc_dir = "/etc/egret";
	const log_dir = "/var/log/egret";
	const spool_dir = "/var/spool/egret";
	const state_dir = "/var/lib/egret";
}
