import CardeaEncodings
import CardeaThreads
import Foundation

/// Sends requests of the server to other servers.
///
/// It follows no redirect and uses no proxy, so a request reaches only the server that its URL names. The address that
/// is checked is the one that is connected to, after the name was resolved (SSRF).
package struct OutboundHTTPClient: Sendable {
    private let configuration: OutboundConfiguration

    package init(_ configuration: OutboundConfiguration) { self.configuration = configuration }

    /// Sends a request over a connection of its own.
    ///
    /// The caller decides how many requests are sent at one time: each has a thread as long as it lasts.
    ///
    /// - Throws: The reason why there is no response. The other server may have received the request.
    package func send(_ request: OutboundRequest) async throws(OutboundHTTPError) -> OutboundResponse {
        guard isAllowed(request.url) else { throw .invalidURL }
        guard request.isWellFormed else { throw .invalidRequest }
        let exchange = OutboundExchange(request, configuration)
        let result: Result<OutboundResponse, OutboundHTTPError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Not a queue of Dispatch: its few threads would all wait for slow servers.
                do {
                    try OSThread.detach("outbound-http") {
                        continuation.resume(returning: exchange.perform())
                    }
                } catch {
                    continuation.resume(returning: .failure(.other))
                }
            }
        } onCancel: {
            exchange.cancel()
        }
        return try result.get()
    }

    private func isAllowed(_ url: String) -> Bool {
        // Other characters could end the request line, or mean one thing to Foundation and another to libcurl.
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            let parts = URLComponents(string: url), parts.user == nil, parts.password == nil,
            parts.host?.isEmpty == false
        else { return false }
        let schemes = configuration.allowsPlainHTTP ? ["https", "http"] : ["https"]
        return schemes.contains(exact: parts.scheme?.lowercased() ?? "")
    }
}
