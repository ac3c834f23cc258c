internal import CardeaHTTPTransport

/// The traffic: the requests so far, the faults to come, and the requests that are held.
final class FakeTraffic: Sendable {
    typealias Endpoint = RotatingFakeServer.Endpoint

    private struct Log {
        var isOnline = true
        var requests: [Endpoint: [CardeaRequest]] = [:]
        var faults: [Endpoint: [RotatingFakeServer.Fault]] = [:]
        var rotations = 0
        var held: Set<Endpoint> = []
    }

    private let log = Watched(Log())

    var isOnline: Bool {
        get { log.withLock { $0.isOnline } }
        set { log.withLock { $0.isOnline = newValue } }
    }

    var rotations: Int { log.withLock { $0.rotations } }

    func countRotation() { log.withLock { $0.rotations += 1 } }

    func requests(at endpoint: Endpoint) -> [CardeaRequest] {
        log.withLock { $0.requests[endpoint, default: []] }
    }

    func record(_ request: CardeaRequest, at endpoint: Endpoint) {
        log.withLock { $0.requests[endpoint, default: []].append(request) }
    }

    func wait(for count: Int, at endpoint: Endpoint) async {
        await log.until { $0.requests[endpoint, default: []].count >= count }
    }
}

// Faults
extension FakeTraffic {
    func inject(_ fault: RotatingFakeServer.Fault, at endpoint: Endpoint, times: Int) {
        log.withLock { $0.faults[endpoint, default: []] += Array(repeating: fault, count: times) }
    }

    func forgetFaults() {
        log.withLock { $0.faults = [:] }
    }

    func nextFault(at endpoint: Endpoint) -> RotatingFakeServer.Fault? {
        log.withLock { log in
            guard let fault = log.faults[endpoint]?.first else { return nil }
            log.faults[endpoint]?.removeFirst()
            return fault
        }
    }
}

// Holding
extension FakeTraffic {
    func hold(_ endpoint: Endpoint) {
        _ = log.withLock { $0.held.insert(endpoint) }
    }

    func release(_ endpoint: Endpoint) {
        _ = log.withLock { $0.held.remove(endpoint) }
    }

    /// Returns at once, or when the endpoint is released.
    func pass(_ endpoint: Endpoint) async throws(TransportError) {
        await log.until { !$0.held.contains(endpoint) }
        guard !Task.isCancelled else {
            throw TransportError(.cancelled, mayHaveBeenReceived: false, description: "cancelled while held")
        }
    }
}
