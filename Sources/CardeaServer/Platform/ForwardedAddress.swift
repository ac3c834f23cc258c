import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaTelemetry

/// Puts the client's own address in place of a trusted proxy's.
///
/// `X-Forwarded-For` is read from its end, past the proxies that are trusted: what stands before the first
/// other address is the caller's invention.
struct ForwardedAddress: Responder {
    private let next: any Responder
    private let proxies: [NetworkBlock]
    private let warning: UntrustedProxyWarning

    init(_ next: any Responder, trusting proxies: [NetworkBlock], _ logger: Logger) {
        self.next = next
        self.proxies = proxies
        warning = UntrustedProxyWarning(logger)
    }

    func respond(to request: Request) async -> Response {
        guard isTrusted(request.remoteAddress) else {
            warning.look(at: request)
            return await next.respond(to: request)
        }
        var request = request
        let hops = request.fields.values(of: "x-forwarded-for").flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            guard let address = NetworkBlock.address(in: hop.filter { $0 != " " && $0 != "\t" }[...]) else {
                break
            }
            request.remoteAddress = address
            if !isTrusted(address) { break }
        }
        return await next.respond(to: request)
    }

    func refuse(_ request: Request, _ refusal: Refusal) -> Response { next.refuse(request, refusal) }

    func bodySize(of request: Request) -> BodySize { next.bodySize(of: request) }

    private func isTrusted(_ address: String) -> Bool {
        proxies.contains { $0.contains(address) }
    }
}
