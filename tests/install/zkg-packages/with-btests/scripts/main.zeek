module WithBtests;

export {
	## What the test prints.
	const answer = 42 &redef;
}
