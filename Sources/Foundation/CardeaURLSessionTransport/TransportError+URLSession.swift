import Foundation
import CardeaHTTPTransport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    static let noResponse = TransportError(
        .other,
        mayHaveBeenReceived: true,
        description: "URLSession gave no response of HTTP"
    )

    static let timedOut = TransportError(
        .timedOut,
        mayHaveBeenReceived: true,
        description: "The request exceeded its timeout"
    )

    /// Tells what an error of URLSession means.
    ///
    /// - Parameters:
    ///   - error: Why the task ended.
    ///   - hasBegun: Whether anything of the request is known to have left this machine.
    init(_ error: any Error, hasBegun: Bool) {
        let failure = (error as? URLError)?.code
        let (code, mayHaveBeenReceived): (Code, Bool) =
            switch failure {
            case .cancelled: (.cancelled, true)
            case .timedOut: (.timedOut, true)
            case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet,
                .dataNotAllowed, .internationalRoamingOff, .callIsActive:
                (.cannotConnect, false)
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
                (.secureConnectionFailed, false)
            // On Linux a response that breaks off has no other name, nor has one that is not HTTP: the address was seen to
            // be of HTTP before.
            case .networkConnectionLost, .unknown, .unsupportedURL, .badServerResponse, .cannotParseResponse:
                (.connectionLost, true)
            default: (.other, true)
            }
        // A network that goes away in the midst has the same name as one that was never there.
        self.init(
            hasBegun && code == .cannotConnect ? .connectionLost : code,
            mayHaveBeenReceived: hasBegun || mayHaveBeenReceived,
            description: "URLSession failed: \(failure?.rawValue ?? 0)"
        )
    }
}
