import Foundation
import HTTPTransport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    static let noAnswer = TransportError(
        .other,
        mayHaveBeenReceived: true,
        description: "URLSession gave no answer of HTTP"
    )

    static let timedOut = TransportError(
        .timedOut,
        mayHaveBeenReceived: true,
        description: "The exchange took longer than it was given"
    )

    /// Tells what an error of URLSession means.
    init(_ error: any Error) {
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
            case .badURL, .unsupportedURL: (.invalidRequest, false)
            // On Linux an answer that breaks off has no other name.
            case .networkConnectionLost, .unknown: (.connectionLost, true)
            default: (.other, true)
            }
        self.init(
            code,
            mayHaveBeenReceived: mayHaveBeenReceived,
            description: "URLSession failed: \(failure?.rawValue ?? 0)"
        )
    }
}
