import CardeaEncodings
import Foundation

/// Reads a code in a JSON body, whatever the status: for back ends that answer 200 to everything.
public struct BodyCodeClassifier: ResponseClassifier {
    private let path: [String]
    /// The last name of the path as it stands in a body: where that is not found, nothing need be read.
    private let mark: Data
    private let codes: AnswerCodes

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - path: The name of the member that holds the code, a number or a text; names with dots between them lead
    ///     into objects, as in `error.code`.
    ///   - expired: The codes for "the token is no longer good".
    ///   - signedOutElsewhere: The codes for "the user signed in on another device", which end the session.
    ///   - rejected: Further codes that end the session, and why.
    public init(
        _ path: String,
        expired: Set<AnswerCode>,
        signedOutElsewhere: Set<AnswerCode> = [],
        rejected: [AnswerCode: SignOutReason] = [:]
    ) {
        self.path = path.split(separator: ".").map(String.init)
        mark = Data("\"\(self.path.last ?? path)\"".utf8)
        codes = AnswerCodes(expired: expired, signedOutElsewhere: signedOutElsewhere, rejected: rejected)
    }

    /// What the code means; `accepted` when there is none, or it is not known.
    public func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict {
        guard response.body.range(of: mark) != nil,
            let body = JSONValue(parsing: response.body, nesting: 128)
        else { return .accepted }
        switch path.reduce(body, { $0?[$1] }) {
        case .integer(let code): return codes.verdict(String(code))
        case .string(let code): return codes.verdict(code)
        default: return .accepted
        }
    }
}

extension ResponseClassifier where Self == BodyCodeClassifier {
    /// Codes in a JSON body; see `BodyCodeClassifier`.
    public static func bodyCode(
        _ path: String,
        expired: Set<AnswerCode>,
        signedOutElsewhere: Set<AnswerCode> = [],
        rejected: [AnswerCode: SignOutReason] = [:]
    ) -> Self {
        Self(path, expired: expired, signedOutElsewhere: signedOutElsewhere, rejected: rejected)
    }
}
