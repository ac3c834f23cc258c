#if canImport(Darwin)
import Foundation
import HTTPMessages

/// The transport of Apple systems, over URLSession.
///
/// Compiled only there, and so not by the project's own checks. A time-out counts the silence, not the whole
/// exchange.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// Creates a transport that keeps no cookies, caches or credentials and follows no redirects.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        session = URLSession(configuration: configuration, delegate: RedirectRefuser(), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends one request and returns the whole answer, whatever its status.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            let (body, response) = try await session.data(for: URLRequest(request))
            guard let response = response as? HTTPURLResponse else {
                throw TransportError(.other, mayHaveBeenReceived: true, description: "Not an answer of HTTP")
            }
            return HTTPResponse(response, body)
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(error)
        }
    }
}

private final class RedirectRefuser: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? {
        nil
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url, timeoutInterval: request.timeout / .seconds(1))
        httpMethod = request.method.rawValue
        httpBody = request.body
        for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name.description) }
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse, _ body: Data) {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String {
                fields.append(HTTPFieldName(name), value)
            }
        }
        self.init(status: response.statusCode, fields: fields, body: body)
    }
}

extension TransportError {
    fileprivate init(_ error: any Error) {
        let failure = (error as? URLError)?.code
        let (code, mayHaveBeenReceived): (Code, Bool) =
            switch failure {
            case .cancelled: (.cancelled, true)
            case .timedOut: (.timedOut, true)
            case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet:
                (.cannotConnect, false)
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
                (.secureConnectionFailed, false)
            case .badURL, .unsupportedURL: (.invalidRequest, false)
            case .networkConnectionLost: (.connectionLost, true)
            default: (error is CancellationError ? .cancelled : .other, true)
            }
        self.init(
            code,
            mayHaveBeenReceived: mayHaveBeenReceived,
            description: "URLSession failed: \(failure?.rawValue ?? 0)"
        )
    }
}
#endif
