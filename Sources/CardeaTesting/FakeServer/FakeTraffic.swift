internal import HTTPTransport

/// What comes and goes: the requests so far, the faults to come, and the requests that are held.
final class FakeTraffic: Sendable {
    typealias Endpoint = RotatingFakeServer.Endpoint
    typealias Continuation = CheckedContinuation<Void, Never>

    private struct Log {
        var isOnline = true
        var requests: [Endpoint: [HTTPRequest]] = [:]
        var faults: [Endpoint: [RotatingFakeServer.Fault]] = [:]
        var rotations = 0
        var held: Set<Endpoint> = []
        var nextID = 0
        var parked: [Int: (endpoint: Endpoint, continuation: Continuation)] = [:]
    }

    private let log = Watched(Log())

    var isOnline: Bool {
        get { log.withLock { $0.isOnline } }
        set { log.withLock { $0.isOnline = newValue } }
    }

    var rotations: Int { log.withLock { $0.rotations } }

    func countRotation() { log.withLock { $0.rotations += 1 } }

    func requests(at endpoint: Endpoint) -> [HTTPRequest] {
        log.withLock { $0.requests[endpoint, default: []] }
    }

    func record(_ request: HTTPRequest, at endpoint: Endpoint) {
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
        let released = log.withLock { log in
            log.held.remove(endpoint)
            let released = log.parked.filter { $0.value.endpoint == endpoint }
            for id in released.keys { log.parked[id] = nil }
            return released.sorted { $0.key < $1.key }.map(\.value.continuation)
        }
        for continuation in released { continuation.resume() }
    }

    /// Returns at once, or when the endpoint is released.
    func pass(_ endpoint: Endpoint) async throws(TransportError) {
        let id = log.withLock { log in
            log.nextID += 1
            return log.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = log.withLock { log in
                    guard log.held.contains(endpoint), !Task.isCancelled else { return true }
                    log.parked[id] = (endpoint, continuation)
                    return false
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            log.withLock { $0.parked.removeValue(forKey: id) }?.continuation.resume()
        }
        guard !Task.isCancelled else {
            throw TransportError(.cancelled, mayHaveBeenReceived: false, description: "cancelled while held")
        }
    }
}
