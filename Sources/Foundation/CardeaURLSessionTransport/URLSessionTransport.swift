public import CardeaHTTPTransport
import CardeaHTTPMessages
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport over URLSession: that of Apple systems.
///
/// It is built and tested on Linux too, where `CurlTransport` is the better one: URLSession of
/// swift-corelibs-foundation can crash if a request is cancelled while its response arrives. It never ends a 401
/// response with `WWW-Authenticate: Basic`. It cannot wait for a slow reader: a streamed response stays in memory until
/// it is read. Use `CurlTransport` for large ones.
///
/// Redirects are not followed; there are no cookies, caches or stored credentials. Responses come decompressed.
/// A request with content but without a `Content-Type` is given one by the system.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let running: RunningTasks
    private let maximumResponseBytes: Int
    private let fault: String?

    /// Creates a transport.
    ///
    /// On Linux a transport with `pinnedKeys` or `onTLSChallenge` rejects each request, and `onMetrics` is not called:
    /// URLSession has no such functions there.
    ///
    /// - Parameters:
    ///   - session: The settings of URLSession, such as proxies and `waitsForConnectivity`; an ephemeral session by default.
    ///     The transport copies them. It then switches off cookies, caches and stored credentials, and requires TLS 1.2. A
    ///     background configuration is rejected: each request throws `invalidRequest`.
    ///   - pinnedKeys: Base64 of the SHA-256 of the public keys (SubjectPublicKeyInfo) that a server may have; any key if
    ///     empty. The system must trust the certificate too. RFC 7469 §2.4 says how a hash is computed.
    ///   - maximumResponseBytes: The longest body of a response that is not streamed, in bytes after decompression; defaults
    ///     to 16 MiB.
    ///   - onTLSChallenge: Responds to challenges of TLS (server trust, client certificate), after the pinned keys; the system
    ///     does by default.
    ///   - onMetrics: Receives the metrics of each request, on a queue of URLSession.
    public convenience init(
        session: URLSessionConfiguration = .ephemeral,
        pinnedKeys: [String] = [],
        maximumResponseBytes: Int = 16 << 20,
        onTLSChallenge: ChallengeHandler? = nil,
        onMetrics: (@Sendable (URLSessionTaskMetrics) -> Void)? = nil
    ) {
        self.init(
            Configuration(
                session: session,
                maximumResponseBytes: maximumResponseBytes,
                pinnedKeys: pinnedKeys,
                onTLSChallenge: onTLSChallenge,
                onMetrics: onMetrics
            )
        )
    }

    package init(_ configuration: Configuration) {
        running = RunningTasks(configuration)
        session = URLSession(
            configuration: configuration.sessionSettings,
            delegate: running,
            delegateQueue: nil
        )
        maximumResponseBytes = configuration.maximumResponseBytes
        fault = configuration.fault
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends one request and returns the whole response, with any status.
    ///
    /// - Parameter request: Its address must be of `http` or `https`; the fields that frame messages are rejected.
    /// - Returns: The final response.
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    public func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        try validate(request, hasContent: request.body != nil)
        let task = session.dataTask(with: URLRequest(request))
        let exchange = TaskExchange(task, timeout: request.timeout, of: .whole)
        running.add(exchange)
        return try await exchange.response().collected(upTo: maximumResponseBytes)
    }

    /// Sends one request, and returns the response once its head has arrived.
    ///
    /// Content that is not a file, but longer than a megabyte or of unknown length, is first written to a temporary
    /// file.
    ///
    /// - Parameters:
    ///   - request: Its address must be of `http` or `https`; the fields that frame messages are rejected.
    ///   - content: The request's content, instead of `request.body`; `nil` for that.
    /// - Returns: The head, and the content as it arrives; while it is not read, the task is suspended, but on Linux,
    ///   where the content is gathered in memory.
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    public func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse {
        try validate(request, hasContent: request.body != nil || content != nil)
        var request = request
        let file = try await content?.spooled()
        if let content, file == nil { request.body = try await content.collected() }
        let urlRequest = URLRequest(request)
        let task =
            if let file { session.uploadTask(with: urlRequest, fromFile: file.url) } else {
                session.dataTask(with: urlRequest)
            }
        let exchange = TaskExchange(task, sending: file, timeout: request.timeout, of: .silence)
        running.add(exchange)
        return try await exchange.response()
    }

    private func validate(_ request: CardeaRequest, hasContent: Bool) throws(TransportError) {
        if let fault { throw .invalidRequest(fault) }
        try request.validate(hasContent: hasContent)
    }
}

extension URLRequest {
    fileprivate init(_ request: CardeaRequest) {
        self.init(url: request.url, timeoutInterval: request.timeout / .seconds(1))
        httpMethod = request.method.rawValue
        httpBody = request.body
        for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name.description) }
    }
}
