import CardeaHTTPMessages
public import CardeaHTTPTransport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension CardeaRequest {
    /// Creates a request from one of Foundation's: `engine.data(for: CardeaRequest(urlRequest))`.
    ///
    /// The address, the method, the header fields, the body in memory and the timeout are taken over. Settings of the session,
    /// such as proxies and pinned keys, belong to the engine's transport: `URLSessionTransport`.
    ///
    /// - Parameter request: The request.
    /// - Throws: `TransportError` with the code `invalidRequest` if the request has no address, or a stream as its body.
    public init(_ request: URLRequest) throws(TransportError) {
        guard let url = request.url else { throw .invalidRequest("The request has no address") }
        guard request.httpBodyStream == nil else {
            throw .invalidRequest("The body is a stream: use upload(for:from:)")
        }
        self.init(
            RequestMethod(rawValue: request.httpMethod ?? "GET"),
            url,
            body: request.httpBody,
            timeout: .seconds(request.timeoutInterval)
        )
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            fields[HeaderFields.Name(name)] = value
        }
    }
}
