/// Sends HTTP requests; the boundary between Cardea's clients and the network.
///
/// On Linux `CurlTransport`, on Apple systems `URLSessionTransport`; an app can bring its own, of which only
/// `send` is asked.
///
/// A transport does not follow redirects, store cookies, or add credentials: its caller decides those.
/// When the calling task is cancelled the exchange is abandoned and `TransportError.cancelled` is thrown.
public protocol HTTPTransport: Sendable {
    /// Sends one request and returns the whole response, with any status.
    ///
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse

    /// Sends one request, with its content as it is read, and returns the response once its head has arrived.
    ///
    /// By default both contents are taken into memory, and `send` does the rest.
    ///
    /// - Parameters:
    ///   - request: The request; its `timeout` is the longest time in which nothing is sent or received.
    ///     Time in which the transport waits for `content`, or for the reader of the response, does not count.
    ///   - content: The request's content, instead of `request.body`; `nil` for that. It is not opened before it is
    ///     needed, and perhaps never: a server may respond at once.
    /// - Returns: The head, and the content as it arrives, no faster than it is read.
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse
}

extension HTTPTransport {
    /// Takes both contents into memory.
    public func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse {
        var request = request
        if let content { request.body = try await content.collected() }
        let response = try await send(request)
        return HTTPStreamedResponse(
            status: response.status,
            fields: response.fields,
            body: HTTPBytes(response.body)
        )
    }
}
