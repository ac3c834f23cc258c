#if canImport(CCardeaCurl)
public import CardeaHTTPTransport
import Foundation

/// A transport over libcurl: HTTP/1.1 and, over TLS, HTTP/2, with connections kept for the next request.
///
/// With a libcurl older than 8.3.0 what is streamed, either way, and content longer than 64 KiB goes by HTTP/1.1: an older
/// one cannot wait over HTTP/2, neither for the server nor for this side, without keeping a processor busy or waiting
/// for ever.
///
/// All exchanges share one thread, which ends with the transport. Redirects are not followed; cookies,
/// `.netrc` files and credentials in addresses are not used. A proxy of the environment (`https_proxy`,
/// `no_proxy`) is, but not to reach this machine itself. TLS is of version 1.2 at least.
///
/// Answers are asked for compressed, and decompressed, unless the request has an `Accept-Encoding` of its own.
public final class CurlTransport: HTTPTransport {
    private let configuration: Configuration
    let exchanges: ExchangeLoop

    /// Creates a transport and starts its thread.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        let exchanges = ExchangeLoop(maximumExchanges: configuration.maximumConnections)
        self.exchanges = exchanges
        Thread.detachNewThread { exchanges.run() }
    }

    /// Creates a transport that reaches a server over a Unix socket.
    ///
    /// - Parameter path: Where the socket is; hosts in addresses count only for `Host`.
    public convenience init(unixSocket path: String) {
        self.init(Configuration(unixSocket: path))
    }

    deinit { exchanges.close() }

    /// Sends one request and returns the whole answer, decompressed, whatever its status.
    ///
    /// - Parameter request: Its address must be of `http` or `https`; the fields that frame messages are
    ///   refused.
    /// - Returns: The last answer: interim ones (1xx) and trailers are left out.
    /// - Throws: `TransportError`, which says whether the server may have received the request; `invalidRequest`
    ///   also when libcurl cannot do what the configuration asks for, such as to compare keys.
    public func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        let outgoing = try OutgoingRequest(request)
        let maximumBytes = configuration.maximumResponseBytes
        return try await exchanges.perform(exchanges.newID()) { id, answer in
            Exchange(id, outgoing, configuration, receiver: WholeAnswer(maximumBytes: maximumBytes, answer))
        }
    }

    /// Sends one request, with its content as it is read, and returns the answer once its head has arrived.
    ///
    /// The server is asked first (`Expect: 100-continue`) for content of more than a megabyte, or of unknown length;
    /// one that does not answer that within a second gets the content all the same.
    ///
    /// - Parameters:
    ///   - request: Its address must be of `http` or `https`; the fields that frame messages are refused.
    ///   - content: The request's content, in place of `request.body`; `nil` for that.
    /// - Returns: The head, and the content as it arrives: while nobody reads it, no more than a part is taken from
    ///   the connection. Letting go of it, or cancelling the task that reads, ends the exchange.
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    public func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse {
        let outgoing = try OutgoingRequest(request, sending: content, isStreamed: true)
        let (exchanges, id, arriving) = (exchanges, exchanges.newID(), ArrivingBody())
        let sending = content.map { content in
            OutgoingContent(content) { exchanges.resume(id, .sending) }
        }
        let body = StreamedBody(id, arriving, of: self)
        let head = try await exchanges.perform(id) { id, answer in
            Exchange(
                id,
                outgoing,
                configuration,
                sending: sending,
                receiver: StreamedAnswer(arriving, answer)
            )
        }
        return HTTPStreamedResponse(
            status: head.status,
            fields: head.fields,
            body: HTTPBytes { () throws(TransportError) in try await body.next() }
        )
    }
}
#endif
