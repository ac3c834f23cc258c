import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaLogging

/// Replaces the address of a trusted proxy by the client's.
///
/// `X-Forwarded-For` is read from its end, past the trusted proxies. The client may have invented everything before the
/// first other address.
struct ForwardedAddress: Middleware {
    private let proxies: TrustedProxies
    private let warning: UntrustedProxyWarning

    init(trusting proxies: TrustedProxies, _ logger: Logger) {
        self.proxies = proxies
        warning = UntrustedProxyWarning(logger)
    }

    func handle(_ request: Request, next: any Responder) -> FutureResponse {
        guard proxies.contains(request.remoteAddress) else {
            warning.look(at: request)
            return next.handle(request)
        }
        var request = request
        // Bytes: a character that the client put before the proxy's comma could be one grapheme with it.
        let hops = request.fields.values(of: "x-forwarded-for").flatMap { field in
            field.utf8.split(separator: UInt8(ascii: ",")).map(Substring.init)
        }
        for hop in hops.reversed() {
            guard let address = NetworkBlock.address(in: hop.filter { $0 != " " && $0 != "\t" }[...]) else {
                break
            }
            request.remoteAddress = address
            if !proxies.contains(address) { break }
        }
        return next.handle(request)
    }
}
