# Options of the benchmark reader.

module InputBenchmark;

export {
	const factor = 1.0 &redef;
	const spread = 0 &redef;
	const autospread = 0.0 &redef;
	const addfactor = 0 &redef;
	const stopspreadat = 0 &redef;
	const timedspread = 0.0 &redef;
}
