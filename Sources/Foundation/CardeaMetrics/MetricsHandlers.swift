/// Handlers that drop every value.
package struct NOOPMetricsHandler: MetricsFactory {
    private final class Handler: CounterHandler, RecorderHandler, TimerHandler {
        func increment(by amount: Int64) {}
        func reset() {}
        func record(_ value: Int64) {}
        func record(_ value: Double) {}
        func recordNanoseconds(_ duration: Int64) {}
    }

    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler()
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler { Handler() }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { Handler() }
}

/// Gives every value to the handlers of several factories.
package struct MultiplexMetricsHandler: MetricsFactory {
    private let factories: [any MetricsFactory]

    package init(factories: [any MetricsFactory]) { self.factories = factories }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Counters(factories.map { $0.makeCounter(label: label, dimensions: dimensions) })
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        Recorders(
            factories.map { $0.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate) }
        )
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Timers(factories.map { $0.makeTimer(label: label, dimensions: dimensions) })
    }

    private final class Counters: CounterHandler {
        let handlers: [any CounterHandler]
        init(_ handlers: [any CounterHandler]) { self.handlers = handlers }
        func increment(by amount: Int64) { for handler in handlers { handler.increment(by: amount) } }
        func reset() { for handler in handlers { handler.reset() } }
    }

    private final class Recorders: RecorderHandler {
        let handlers: [any RecorderHandler]
        init(_ handlers: [any RecorderHandler]) { self.handlers = handlers }
        func record(_ value: Int64) { for handler in handlers { handler.record(value) } }
        func record(_ value: Double) { for handler in handlers { handler.record(value) } }
    }

    private final class Timers: TimerHandler {
        let handlers: [any TimerHandler]
        init(_ handlers: [any TimerHandler]) { self.handlers = handlers }
        func recordNanoseconds(_ duration: Int64) {
            for handler in handlers { handler.recordNanoseconds(duration) }
        }
    }
}
