# Built-in declarations: telemetry types.

module Telemetry;

export {
	type Telemetry::MetricType: enum {
		COUNTER = 0,
		GAUGE = 1,
		HISTOGRAM = 2,
	};
}
