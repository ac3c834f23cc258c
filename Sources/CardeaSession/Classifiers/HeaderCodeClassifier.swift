/// Reads a code in a header field of the answer.
public struct HeaderCodeClassifier: ResponseClassifier {
    private let field: HTTPFieldName
    private let codes: AnswerCodes

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - field: The field whose whole value is the code.
    ///   - expired: The codes for "the token is no longer good".
    ///   - signedOutElsewhere: The codes for "the user signed in on another device", which end the session.
    ///   - rejected: Further codes that end the session, and why.
    public init(
        _ field: HTTPFieldName,
        expired: Set<AnswerCode>,
        signedOutElsewhere: Set<AnswerCode> = [],
        rejected: [AnswerCode: SignOutReason] = [:]
    ) {
        self.field = field
        codes = AnswerCodes(expired: expired, signedOutElsewhere: signedOutElsewhere, rejected: rejected)
    }

    /// What the code means; `accepted` when there is none, or it is not known.
    public func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict {
        response.fields[field].map(codes.verdict) ?? .accepted
    }
}

extension ResponseClassifier where Self == HeaderCodeClassifier {
    /// Codes in a header field; see `HeaderCodeClassifier`.
    public static func headerCode(
        _ field: HTTPFieldName,
        expired: Set<AnswerCode>,
        signedOutElsewhere: Set<AnswerCode> = [],
        rejected: [AnswerCode: SignOutReason] = [:]
    ) -> Self {
        Self(field, expired: expired, signedOutElsewhere: signedOutElsewhere, rejected: rejected)
    }
}
