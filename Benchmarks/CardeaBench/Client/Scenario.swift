/// The state of the token when calls begin.
enum Scenario: String, CaseIterable {
    /// It is good.
    case valid
    /// It is past its end, and the client knows.
    case proactive
    /// It looks good, and the server rejects it.
    case reactive

    /// The time by which the clock is advanced before each round.
    var passing: Duration {
        switch self {
        case .valid: .zero
        case .proactive: TokenEndpoint.lifetime * 2
        // Long enough apart not to look like a server that rejects every token.
        case .reactive: .seconds(60)
        }
    }

    /// The number of refreshes of one round.
    var refreshes: Int { self == .valid ? 0 : 1 }

    /// The oldest token that the server accepts in a round; clients begin with the first.
    func oldestToken(in round: Int) -> Int { self == .reactive ? round + 2 : 1 }
}
