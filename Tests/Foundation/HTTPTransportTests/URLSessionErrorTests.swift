import Foundation
import CardeaHTTPTransport
import Testing

@testable import CardeaURLSessionTransport

struct URLSessionErrorTests {
    static let codes: [URLError.Code] = [
        .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive, .cannotFindHost,
        .cannotConnectToHost, .dnsLookupFailed,
    ]

    @Test("a request of an offline device was not received (R11)", arguments: codes)
    func offline(code: URLError.Code) {
        let error = TransportError(URLError(code), hasBegun: false)
        #expect(error.code == .cannotConnect && !error.mayHaveBeenReceived)
    }
}
