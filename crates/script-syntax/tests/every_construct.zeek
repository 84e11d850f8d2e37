##! One of everything that the grammar has.
@load ./nothing
@load-sigs ./some.sig
@prefixes += site
@pragma push ignore-deprecations
module Every;

export {
	## A type of each kind.
	type Color: enum { RED, GREEN &deprecated="no", BLUE, };
	type Numbers: enum { ONE = 1, TWO = 0x2 };
	type Rec: record {
		a: count &default=5 &log;
		b: string &optional;
@if ( T )
		c: table[string, count] of set[addr] &default=table();
@else
		c: int;
@endif
		f: function(x: count, y: string &default="y"): bool &optional;
	} &log;
	option opt: vector of interval = vector(1sec, 2.5 mins) &redef;
	const pi = 3.14e0 &redef;
	global log_it: event(rec: Rec, id: count);
	global check: hook(rec: Rec);
	global t: table[addr, port] of Rec &create_expire=1day &expire_func=expired &ordered;
}

redef enum Color += { YELLOW = 7 };
redef record Rec += { d: double &default=1.0; } &log;
redef record Rec$a -= { &log };
redef pi = 3.0;
redef t += { [[1.2.3.4, [::1]], 80/tcp] = [$a=1] };
redef t["x"] = 1;
global s: set[subnet] = { 10.0.0.0/8, [2001:db8::]/32 } &read_expire=30secs;
global o: opaque of md5;
global f: file = open("x") &raw_output;
global p = /a|b\/c/is;
global q: pattern = /x/ | /y/ & /z/;

function expired(tt: table[addr, port] of Rec, a: addr, b: port): interval
	{
	local x: count = 3;
	local y = [$a=1, $b="two\x41\n\"", $f(x: count, y: string) = { return T; }];
	const z = { 1, 2, 3 };
	x += |y$b| - 1;
	++x; --x;
	delete tt[a, b];
	add s[1.0.0.0/8];
	if ( a in s && b !in set(80/tcp, 53/udp) || ! T )
		return 0secs;
	else if ( y?$b && (y$a as int) > -5 )
		print fmt("%s", a), b;
	else { }
	for ( i in vector(1, 2) ) next;
	for ( [k, l], v in tt ) { break; }
	for ( k2, v2 in y$c ) { print k2; }
	while ( x > 0 ) { x = x >> 1 ^ 3 % 2; }
	switch ( x ) { case 1, 2: fallthrough; case 3: { break; } default: return 1sec; }
	switch ( x ) { case type count as n, type string: break; }
	local lam = function[x, copy y](m: count): count { return m * 2; };
	local sl = y$b[1:3] + y$b[:2] + y$b[-1:];
	sl[0:1] = "z";
	event log_it(y, 1);
	schedule 5sec { log_it(y, 2) };
	hook check(y);
	assert x == 1, "message";
	local vv = vector(T ? 1 : 2, 3);
	vv[|vv|] = 4;
	when [x] ( local r = lookup(x) && r != "" ) { print r; } timeout 1min { print "late"; }
	return when ( x == 2 ) { return 2secs; }
	}

event log_it(rec: Rec, id: count) &priority=-5 &group="g"
@ifdef ( nothing )
	{
@ifndef ( something )
	print @DIR, @FILENAME;
@endif
	}
@else
	{ ; }
@endif

hook check(rec: Rec) &priority=5 { if ( rec$a > 3 ) break; }
redef event log_it(rec: Rec, id: count) { print rec is Rec, copy(rec), ~id; }
@pragma pop
print 1, "done";
local top = table([1, "a"] = set(1), [2, "b"] = set()) &default=set();
top[3, "c"] = { 4 };
