/// The number of failures that are forgiven, and the time in which one is forgotten.
package struct AttemptPolicy: Sendable, Equatable {
    /// Failures in a row for one user from one network.
    package var account = Rate(burst: 10, recovery: .minutes(1))
    /// The failures of one network, for any users, after which its attempts wait their turn.
    package var network = Rate(burst: 200, recovery: .seconds(5))
    /// Invalid credentials of identity providers from one network, before its credentials have to take turns.
    package var credentials = Rate(burst: 100, recovery: .seconds(5))
    /// The largest number of credentials of one network that wait for one provider at a time: a fair share of the
    /// requests to it.
    package var verifications = 16
    /// The largest number of credentials of one network that wait for all providers at a time.
    package var allVerifications = 64
    /// Changes of one user's address or password, successful or not.
    package var change = Rate(burst: 10, recovery: .minutes(1))
    /// The turns of a network: one after the other, those for users that have failed from there separately from the others.
    package var turn = Rate(burst: 1, recovery: TimeSpan(milliseconds: 500))
    /// The longest that an attempt waits for its turn; the next is rejected.
    package var longestWait = TimeSpan.seconds(10)
    /// The time for which a network counts as one from which a user signs in.
    package var familiarity = TimeSpan.days(30)
    /// The largest number of counts that are kept; beyond it the most forgiven ones go.
    package var capacity = 100_000

    package init() {}
}

/// The rate at which something may be done: so many times at once, and then once in a recovery time.
package struct Rate: Sendable, Equatable {
    package let burst: Int
    package let recovery: TimeSpan

    package init(burst: Int, recovery: TimeSpan) {
        self.burst = burst
        self.recovery = recovery
    }

    /// So many times at once, and then each time that so many fit into an hour: ten at once, and one more in six minutes.
    ///
    /// In the first hour, up to twice as many less one are allowed.
    package static func perHour(_ count: Int) -> Rate {
        Rate(burst: count, recovery: TimeSpan(milliseconds: 3_600_000 / Int64(max(1, count))))
    }
}

extension Network {
    /// The number of networks that a wider network counts as.
    ///
    /// A customer with a /56 or a /48 has 256 or 65,536 networks.
    private static let share = 8

    /// This network with the rate, and the wider network with as much as several networks may do.
    func counted(at rate: Rate) -> [(network: Network, rate: Rate)] {
        guard let wider else { return [(self, rate)] }
        let recovery = TimeSpan(milliseconds: max(1, rate.recovery.milliseconds / Int64(Self.share)))
        return [(self, rate), (wider, Rate(burst: rate.burst * Self.share, recovery: recovery))]
    }
}

/// The rates of codes to e-mail addresses; a rate that is `nil` does not limit.
package struct CodeRates: Sendable {
    /// Codes for one e-mail address that one network requests.
    package let recipientFromNetwork: Rate?
    /// Codes for one e-mail address that all networks request.
    package let recipient: Rate?
    /// Requests of one network.
    package let sender: Rate?
    /// Codes of a project.
    package let project: Rate?

    /// - Parameters:
    ///   - recipientFromNetwork: The largest number of codes for one e-mail address that one network requests in an
    ///     hour; 0 for no limit, as for the others.
    ///   - recipient: The largest number of codes for one e-mail address in an hour.
    ///   - sender: The largest number of requests of one network in an hour.
    ///   - project: The largest number of codes of a project in an hour.
    package init(recipientFromNetwork: Int, recipient: Int, sender: Int, project: Int) {
        func rate(_ count: Int) -> Rate? { count > 0 ? .perHour(count) : nil }
        self.recipientFromNetwork = rate(recipientFromNetwork)
        self.recipient = rate(recipient)
        self.sender = rate(sender)
        self.project = rate(project)
    }
}

/// The rates of codes to phone numbers; a rate that is `nil` does not limit.
package struct PhoneCodeRates: Sendable {
    /// Codes for one number that one network requests.
    package let recipientFromNetwork: Rate?
    /// Codes for one number that all networks request.
    package let recipient: Rate?
    package let sender: Rate?
    package let project: Rate?
    /// Codes for numbers for tests, by network: tests sign in often, but what they store is bounded.
    package let tests: Rate?

    /// - Parameters:
    ///   - recipientFromNetwork: The largest number of codes for one number that one network requests in an hour; 0 for
    ///     no limit, as for the others.
    ///   - recipient: The largest number of codes for one number in an hour.
    ///   - sender: The largest number of requests of one network in an hour.
    ///   - project: The largest number of codes of a project in an hour.
    package init(recipientFromNetwork: Int, recipient: Int, sender: Int, project: Int) {
        func rate(_ count: Int) -> Rate? { count > 0 ? .perHour(count) : nil }
        self.recipientFromNetwork = rate(recipientFromNetwork)
        self.recipient = rate(recipient)
        self.sender = rate(sender)
        self.project = rate(project)
        tests = rate(sender == 0 ? 0 : max(sender, 3600))
    }
}
