import CardeaCurlTransport
import CardeaHTTPTransport
import Testing
import CardeaURLSessionTransport

/// The transports that are held to one contract.
enum TransportUnderTest: CaseIterable, CustomTestStringConvertible {
    case curl, urlSession

    func make(maximumResponseBytes: Int = 16 << 20) -> any HTTPTransport {
        switch self {
        case .curl: CurlTransport(.init(maximumResponseBytes: maximumResponseBytes))
        case .urlSession: URLSessionTransport(.init(maximumResponseBytes: maximumResponseBytes))
        }
    }

    var testDescription: String { "\(self)" }

    static let all = allCases

    /// Those that keep the whole contract. URLSession of swift-corelibs-foundation does not: it takes the first
    /// interim response for the final one, never ends a 401 with `WWW-Authenticate: Basic`, goes on to receive while its
    /// task is suspended, and can crash the process when a task is cancelled as its response arrives.
    #if canImport(FoundationNetworking)
    static let sound: [Self] = [.curl]
    #else
    static let sound = allCases
    #endif
}
