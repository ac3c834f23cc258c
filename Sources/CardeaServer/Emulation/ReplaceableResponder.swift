import CardeaHTTPRouting
import CardeaLocks

/// Answers by another responder, which can be replaced while requests are on their way.
final class ReplaceableResponder: Responder {
    private let present: Mutex<any Responder>

    init(_ responder: any Responder) { present = Mutex(responder) }

    func replace(by responder: any Responder) {
        present.withLock { $0 = responder }
    }

    func respond(to request: Request) async -> Response {
        let responder = present.withLock(\.self)
        return await responder.respond(to: request)
    }

    func refuse(_ request: Request, _ refusal: Refusal) -> Response {
        present.withLock(\.self).refuse(request, refusal)
    }

    func bodySize(of request: Request) -> BodySize { present.withLock(\.self).bodySize(of: request) }
}
