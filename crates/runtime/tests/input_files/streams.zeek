redef exit_only_after_terminate = T;

type Key: record {
	a: addr;
	p: port;
};

type Row: record {
	c: count;
	i: int &optional;
	d: double &optional;
	s: string &optional;
	t: time &optional;
	v: interval &optional;
	n: subnet &optional;
	b: bool &optional;
	set_: set[string] &optional;
	vec: vector of count &optional;
	e: transport_proto &optional;
	pat: pattern &optional;
};

type Line: record {
	s: string;
};

global rows: table[addr, port] of Row = table();

event row(d: Input::EventDescription, t: Input::Event, r: Row)
	{
	}

event line(d: Input::EventDescription, t: Input::Event, s: string)
	{
	}

event stop()
	{
	terminate();
	}

event zeek_init()
	{
	if ( Input::THE_READER == Input::READER_RAW )
		Input::add_event([$source="file", $name="line", $reader=Input::THE_READER, $fields=Line, $ev=line,
		                  $want_record=F]);
	else
		{
		Input::add_table([$source="file", $name="table", $reader=Input::THE_READER, $idx=Key, $val=Row,
		                  $destination=rows]);
		Input::add_event([$source="file", $name="event", $reader=Input::THE_READER, $fields=Row, $ev=row]);
		}

	schedule 100msec { stop() };
	}
