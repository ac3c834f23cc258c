/// Sends HTTP requests: the seam between Cardea's clients and the network.
///
/// On Linux `CurlTransport`, on Apple systems `URLSessionTransport`; an app can bring its own.
public protocol HTTPTransport: Sendable {
    /// Sends one request and returns the whole answer, whatever its status.
    ///
    /// A transport does not follow redirects, store cookies, or add credentials: its caller decides those.
    /// When the calling task is cancelled the exchange is abandoned and `TransportError.cancelled` is thrown.
    ///
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
