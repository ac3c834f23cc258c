import HTTPMessages
import HTTPRouting
import Synchronization

/// `/health/live` and `/health/ready`: whether the process works, and whether it wants new requests.
final class Readiness: Sendable {
    private let isReady = Atomic(false)

    func set(_ ready: Bool) { isReady.store(ready, ordering: .relaxed) }

    func register(on router: inout Router) {
        router.on(.get, "/health/live") { _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) }
        router.on(.get, "/health/ready") { _, _ in
            self.isReady.load(ordering: .relaxed)
                ? .json(Array(#"{"status":"ready"}"#.utf8))
                : .json(Array(#"{"status":"not ready"}"#.utf8), status: 503)
        }
    }
}
