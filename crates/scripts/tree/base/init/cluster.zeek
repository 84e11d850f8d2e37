# Several processes: cluster, telemetry, storage, logs.

module Log;

export {
	const flush_interval = 1.0 sec &redef;
	const write_buffer_size = 1000 &redef;
	const max_log_record_size = 1024 * 1024 * 64 &redef;
}

module Cluster;

export {
	type Cluster::Pool: record {};
	const backend = Cluster::CLUSTER_BACKEND_BROKER &redef;
	const event_serializer = Cluster::EVENT_SERIALIZER_BROKER_BIN_V1 &redef;
	const log_serializer = Cluster::LOG_SERIALIZER_ZEEK_BIN_V1 &redef;
}

module Telemetry;

export {
	type MetricOpts: record {
		prefix: string;
		name: string;
		unit: string &optional;
		help_text: string &optional;
		label_names: vector of string &default=vector();
		is_total: bool &optional;
		bounds: vector of double &optional;
		metric_type: MetricType &optional;
	};

	type Metric: record {
		opts: MetricOpts;
		label_names: vector of string &default=vector();
		label_values: vector of string &optional;
		value: double &optional;
	};

	type HistogramMetric: record {
		opts: MetricOpts;
		label_names: vector of string &default=vector();
		label_values: vector of string &optional;
		values: vector of double;
		observations: double;
		sum: double;
	};

	global sync: hook();
	type MetricVector: vector of Metric;
	type HistogramMetricVector: vector of HistogramMetric;
	const callback_timeout: interval = 5 sec &redef;
	const civetweb_threads: count = 2 &redef;
}

module Storage;

export {
	const expire_interval = 15.0 secs &redef;

	type ReturnCode: enum {
		SUCCESS,
		VAL_TYPE_MISMATCH,
		KEY_TYPE_MISMATCH,
		NOT_CONNECTED,
		TIMEOUT,
		CONNECTION_LOST,
		OPERATION_FAILED,
		KEY_NOT_FOUND,
		KEY_EXISTS,
		CONNECTION_FAILED,
		DISCONNECTION_FAILED,
		INITIALIZATION_FAILED,
		IN_PROGRESS,
	} &redef;

	type OperationResult: record {
		code: ReturnCode;
		error_str: string &optional;
		value: any &optional;
	};
}

module GLOBAL;
