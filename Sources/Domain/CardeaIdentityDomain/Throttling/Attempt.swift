package import CardeaEncodings

/// An attempt for a user from a network.
package struct Attempt: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case signIn
        /// A user requests this name; the response reveals whether another user has it.
        case claimName
        /// A code is used that was sent by e-mail.
        case useCode
    }

    package let kind: Kind
    package let pool: UserPool
    /// The user's name in the request; the user may not exist.
    @ExactText package private(set) var account: String
    package let network: Network

    package init(_ kind: Kind = .signIn, pool: UserPool, account: String, remoteAddress: String) {
        self.init(kind, pool: pool, account: account, network: Network(of: remoteAddress))
    }

    init(_ kind: Kind = .signIn, pool: UserPool, account: String, network: Network) {
        self.kind = kind
        self.pool = pool
        self.account = account
        self.network = network
    }

    /// The same attempt, and that from the wider network, each with what a network may do at this rate.
    func counted(at rate: Rate) -> [(attempt: Attempt, rate: Rate)] {
        network.counted(at: rate).map { network, rate in
            (Attempt(kind, pool: pool, account: account, network: network), rate)
        }
    }
}

/// Whether an attempt may be made.
package enum AttemptAdmission: Sendable, Equatable {
    /// It may, after this time: zero for at once.
    case admitted(after: TimeSpan)
    case rejected(retryAfter: TimeSpan)
}
