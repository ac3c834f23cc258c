/// A code in a response; a number and the same number as text are one code.
public struct ResponseCode: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    let text: String

    /// Creates a code from its text.
    public init(_ text: String) { self.text = text }
    /// Creates a code from a number.
    public init(integerLiteral value: Int64) { text = String(value) }
    /// Creates a code from its text.
    public init(stringLiteral value: String) { text = value }
}

/// The meaning of a back end's codes.
struct ResponseCodes: Sendable {
    private var classifications: [ResponseCode: ResponseClassification] = [:]

    init(
        expired: Set<ResponseCode>,
        signedOutElsewhere: Set<ResponseCode>,
        rejected: [ResponseCode: SignOutReason]
    ) {
        for (code, reason) in rejected { classifications[code] = .rejected(reason) }
        for code in signedOutElsewhere { classifications[code] = .rejected(.signedInElsewhere) }
        for code in expired { classifications[code] = .expired }
    }

    func classification(_ text: String) -> ResponseClassification {
        classifications[ResponseCode(text)] ?? .accepted
    }
}
