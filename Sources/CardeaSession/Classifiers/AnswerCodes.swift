/// A code in an answer; a number and the same number as text are one code.
public struct AnswerCode: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    let text: String

    /// Creates a code from its text.
    public init(_ text: String) { self.text = text }
    /// Creates a code from a number.
    public init(integerLiteral value: Int64) { text = String(value) }
    /// Creates a code from its text.
    public init(stringLiteral value: String) { text = value }
}

/// What the codes of a back end mean.
struct AnswerCodes: Sendable {
    private var verdicts: [AnswerCode: ResponseVerdict] = [:]

    init(
        expired: Set<AnswerCode>,
        signedOutElsewhere: Set<AnswerCode>,
        rejected: [AnswerCode: SignOutReason]
    ) {
        for (code, reason) in rejected { verdicts[code] = .rejected(reason) }
        for code in signedOutElsewhere { verdicts[code] = .rejected(.signedInElsewhere) }
        for code in expired { verdicts[code] = .expired }
    }

    func verdict(_ text: String) -> ResponseVerdict { verdicts[AnswerCode(text)] ?? .accepted }
}
