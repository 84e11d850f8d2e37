# What the BenchmarkReader part declares: benchmark.
