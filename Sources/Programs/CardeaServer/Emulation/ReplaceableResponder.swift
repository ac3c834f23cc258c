import CardeaHTTPRouting
import CardeaLocks

/// Hands requests to a responder that can be replaced while the server runs.
final class ReplaceableResponder: Responder {
    private let present: Mutex<any Responder>

    init(_ responder: any Responder) { present = Mutex(responder) }

    func replace(by responder: any Responder) {
        present.withLock { $0 = responder }
    }

    func handle(_ request: Request) -> FutureResponse { present.withLock(\.self).handle(request) }

    func bodySize(of request: Request) -> BodySize { present.withLock(\.self).bodySize(of: request) }
}
