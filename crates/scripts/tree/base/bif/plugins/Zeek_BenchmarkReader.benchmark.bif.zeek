# Declarations of the BenchmarkReader plugin: benchmark.
