import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Synchronization

/// `/health/live` and `/health/ready`: whether the process works, and whether it wants new requests.
final class Readiness: Sendable {
    private let isReady = Atomic(false)

    func set(_ ready: Bool) { isReady.store(ready, ordering: .relaxed) }

    /// Adds both routes; `canWrite` returns whether the database can be written to.
    func register(on router: inout Router, canWrite: @escaping @Sendable () async -> Bool) {
        let live = Self.response("ok")
        router.onImmediate(.get, "/health/live") { _, _ in live }
        router.on(.get, "/health/ready") { _, _ in
            guard self.isReady.load(ordering: .relaxed) else {
                return Self.response("not ready", because: "the server starts or stops")
            }
            guard await canWrite() else {
                return Self.response(
                    "not ready",
                    because: "the database cannot be written: see the log for the reason"
                )
            }
            return Self.response("ready")
        }
    }

    private static func response(_ status: String, because reason: String? = nil) -> Response {
        var json = JSONText()
        json.object { json in
            json.member("status", status)
            if let reason { json.member("reason", reason) }
        }
        guard let reason else { return .json(json.bytes) }
        return .json(json.bytes, status: 503).recording(code: "NOT_READY", reason: reason)
    }
}
