import CardeaEncodings
import Foundation

/// Reads a code in a JSON body, with any status: for back ends that also return 200 for errors.
package struct BodyCodeClassifier: ResponseClassifier {
    private let path: [String]
    /// The last name of the path, as bytes of a body: a body without it need not be decoded.
    private let mark: Data
    private let codes: ResponseCodes

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - path: The name of the member that holds the code, a number or a text; names with dots between them lead
    ///     into objects, as in `error.code`.
    ///   - expired: The codes for "the token is no longer good".
    ///   - signedOutElsewhere: The codes for "the user signed in on another device", which end the session.
    ///   - rejected: Further codes that end the session, and why.
    package init(
        _ path: String,
        expired: Set<ResponseCode>,
        signedOutElsewhere: Set<ResponseCode> = [],
        rejected: [ResponseCode: SignOutReason] = [:]
    ) {
        self.path = path.split(separator: ".").map(String.init)
        mark = Data("\"\(self.path.last ?? path)\"".utf8)
        codes = ResponseCodes(expired: expired, signedOutElsewhere: signedOutElsewhere, rejected: rejected)
    }

    /// The meaning of the code; `accepted` if there is no code, or if it is not known.
    package func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        guard response.body.range(of: mark) != nil,
            let body = JSONValue(parsing: response.body, nesting: 128)
        else { return .accepted }
        switch path.reduce(body, { $0?[$1] }) {
        case .integer(let code): return codes.classification(String(code))
        case .string(let code): return codes.classification(code)
        default: return .accepted
        }
    }
}
