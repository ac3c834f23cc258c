import CardeaMetrics
import Testing

@Suite("Metrics in Prometheus' text format")
struct MetricsRegistryTests {
    @Test("counters, gauges and histograms are written with their help, type and labels")
    func text() {
        let registry = MetricsRegistry([
            .init("requests_total", .counter, "Requests\nand \\ more."),
            .init("size_bytes", .gauge, "Size."),
            .init("wait_seconds", .histogram, "Wait.", buckets: [0.5, 1]),
            .init("unused_total", .counter, "Never made."),
        ])
        let counter = Counter(
            label: "requests_total",
            dimensions: [("route", #"/a"b\c"# + "\n")],
            factory: registry
        )
        counter.increment()
        counter.increment(by: 2)
        registry.read("size_bytes") { 0.5 }
        let recorder = Recorder(label: "wait_seconds", dimensions: [("kind", "x")], factory: registry)
        for value in [0.25, 0.5, 0.75, 3] { recorder.record(value) }
        #expect(
            registry.text() == #"""
                # HELP requests_total Requests\nand \\ more.
                # TYPE requests_total counter
                requests_total{route="/a\"b\\c\n"} 3
                # HELP size_bytes Size.
                # TYPE size_bytes gauge
                size_bytes 0.5
                # HELP wait_seconds Wait.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{kind="x",le="0.5"} 2
                wait_seconds_bucket{kind="x",le="1"} 3
                wait_seconds_bucket{kind="x",le="+Inf"} 4
                wait_seconds_sum{kind="x"} 4.5
                wait_seconds_count{kind="x"} 4

                """#
        )
    }

    @Test("an instrument that is made twice counts in one place, from many threads")
    func sharing() async {
        let registry = MetricsRegistry([.init("n_total", .counter, "N.")])
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = Counter(label: "n_total", factory: registry)
                    for _ in 0..<1000 { counter.increment() }
                }
            }
        }
        #expect(registry.text().hasSuffix("\nn_total 8000\n"))
    }

    @Test("a duration is recorded in seconds")
    func duration() {
        let registry = MetricsRegistry([.init("t_seconds", .histogram, "T.", buckets: [1])])
        let timer = Timer(label: "t_seconds", factory: registry)
        timer.record(duration: .milliseconds(1500))
        timer.recordNanoseconds(250_000_000)
        #expect(registry.text().contains("t_seconds_sum 1.75\n"))
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect(Duration.seconds(Int64.min).nanoseconds == .min)
        #expect(Duration.nanoseconds(-1).nanoseconds == -1)
    }

    @Test("a gauge keeps its last value")
    func gauge() {
        let registry = MetricsRegistry([.init("size_bytes", .gauge, "Size.")])
        let gauge = Gauge(label: "size_bytes", factory: registry)
        #expect(registry.text().isEmpty)
        gauge.record(3)
        gauge.record(2.5)
        #expect(registry.text().hasSuffix("\nsize_bytes 2.5\n"))
    }

    @Test("several factories get the same values")
    func multiplex() {
        let descriptions: [MetricsRegistry.Description] = [
            .init("n_total", .counter, "N."), .init("size_bytes", .gauge, "Size."),
            .init("t_seconds", .histogram, "T.", buckets: [1]),
        ]
        let (first, second) = (MetricsRegistry(descriptions), MetricsRegistry(descriptions))
        let both = MultiplexMetricsHandler(factories: [first, second])
        Counter(label: "n_total", factory: both).increment(by: 2)
        Gauge(label: "size_bytes", factory: both).record(5)
        Timer(label: "t_seconds", factory: both).recordNanoseconds(500_000_000)
        #expect(first.text().contains("n_total 2\n"))
        #expect(first.text().contains("size_bytes 5\n"))
        #expect(first.text().contains("t_seconds_sum 0.5\n"))
        #expect(second.text() == first.text())
        Counter(label: "n_total", factory: both).reset()
        #expect(second.text().contains("n_total 0\n"))
    }
}
