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

    /// Those that keep the whole contract. URLSession of swift-corelibs-foundation does not: it treats the
    /// first interim response as the final one. It never ends a 401 with `WWW-Authenticate: Basic`. It
    /// receives data while its task is suspended. It can crash if a task is cancelled while its response
    /// arrives.
    #if canImport(FoundationNetworking)
    static let sound: [Self] = [.curl]
    #else
    static let sound = allCases
    #endif
}
