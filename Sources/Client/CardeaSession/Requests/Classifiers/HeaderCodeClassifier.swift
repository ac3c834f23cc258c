/// Reads a code in a header field of the response.
package struct HeaderCodeClassifier: ResponseClassifier {
    private let field: HeaderFields.Name
    private let codes: ResponseCodes

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - field: The field whose whole value is the code.
    ///   - expired: The codes for "the token is no longer good".
    ///   - signedOutElsewhere: The codes for "the user signed in on another device", which end the session.
    ///   - rejected: Further codes that end the session, and why.
    package init(
        _ field: HeaderFields.Name,
        expired: Set<ResponseCode>,
        signedOutElsewhere: Set<ResponseCode> = [],
        rejected: [ResponseCode: SignOutReason] = [:]
    ) {
        self.field = field
        codes = ResponseCodes(expired: expired, signedOutElsewhere: signedOutElsewhere, rejected: rejected)
    }

    /// The meaning of the code; `accepted` if there is no code, or if it is not known.
    package func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        response.fields[field].map(codes.classification) ?? .accepted
    }
}
