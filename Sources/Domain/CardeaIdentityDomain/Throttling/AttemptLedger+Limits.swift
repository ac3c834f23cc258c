/// An act that has a limit for each network and project, whichever users it concerns.
package enum NetworkAct: Sendable {
    /// The network creates a user.
    case newUser
    /// The network learns that a name is taken.
    case takenName
}

/// The person for whom a code is requested.
package enum CodeSender: Sendable {
    /// Anybody who names an address.
    case anyone
    /// A signed-in user, for another address than its own.
    case user
    /// A signed-in user, for its own address.
    case owner
    /// An administrator or a service account, which only the limit of the recipient restricts.
    case administrator

    fileprivate var isSignedIn: Bool { self != .anyone }
}

/// Limits for new users, revealed names, changes of users and sent codes.
extension AttemptLedger {
    /// Counts an act of a network.
    ///
    /// - Returns: The time to wait, when the network has done it as often as it may.
    package mutating func count(
        _ act: NetworkAct,
        in project: ProjectID,
        by network: Network,
        _ rate: Rate,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        let limits = network.counted(at: rate).map { (Key.act(act, project, $0), $1) }
        return count(limits, policy, now: now)
    }

    /// The time for which a network must wait before an act; `nil` if it may do it now.
    package mutating func delay(
        of act: NetworkAct,
        in project: ProjectID,
        by network: Network,
        _ rate: Rate,
        now: Timestamp
    ) -> TimeSpan? {
        reached = Key.act(act, project, network).limit
        let buckets = buckets
        return network.counted(at: rate).lazy.compactMap { network, rate in
            buckets.wait(for: .act(act, project, network), rate, now: now)
        }.first
    }

    /// Counts a change of a user's address or password.
    ///
    /// - Returns: The time to wait, when there were too many.
    package mutating func countChange(
        of user: UserID,
        in pool: UserPool,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        count([(Key.changes(user, pool), policy.change)], policy, now: now)
    }

    /// Counts a code that is sent to an e-mail address, whether a user has it or not.
    ///
    /// A stranger can use up only the rate of one network. Codes that a signed-in user requests for its own address
    /// have a separate rate. So have codes that are requested from a network at which the owner of the address has
    /// signed in lately. The project has one rate for strangers and one for signed-in users: a stranger can sign up
    /// with another person's address. Mails that administrators and service accounts send to one address have one rate, in
    /// all tenants together. A request that one rate rejects does not count for the following rates.
    ///
    /// - Returns: The time to wait, when there were too many.
    package mutating func countCode(
        to email: EmailAddress,
        for sender: CodeSender,
        in pool: UserPool,
        from network: Network,
        _ rates: CodeRates,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        guard sender != .administrator else {
            // A separate rate: neither a stranger nor a service account can use up that of the other.
            return count([(.codesByAdministrators(pool.project, email), rates.recipient)], policy, now: now)
        }
        let owner = Attempt(pool: pool, account: email.description, network: network)
        var limits = Self.limits(of: network, rates.sender) { .codeRequests(pool.project, $0) }
        if sender == .owner {
            limits.append((.ownCodes(pool, email), rates.recipientFromNetwork))
        } else if isFamiliar(owner, policy, now: now) {
            limits.append((.codesFrom(network, pool, email), rates.recipientFromNetwork))
        } else {
            limits.append((.codesFrom(network.wider ?? network, pool, email), rates.recipientFromNetwork))
            limits.append((.codes(pool, email), rates.recipient))
        }
        let project = Key.codesOfProject(pool.project, isSignedIn: sender.isSignedIn)
        return count(limits + [(project, rates.project)], policy, now: now)
    }

    /// Takes a code back from the rate of the project, because nothing was mailed.
    ///
    /// The other rates keep it, so that they are the same for addresses with and without a user.
    package mutating func uncountCode(for sender: CodeSender, in project: ProjectID, _ rates: CodeRates) {
        guard let rate = rates.project, sender != .administrator else { return }
        let key = Key.codesOfProject(project, isSignedIn: sender.isSignedIn)
        buckets.drain(.limited(key, to: rate.burst), rate)
    }

    /// Counts a request for a code for a phone number; the store counts the codes of a number and of a project.
    ///
    /// A number receives a limited number of codes from all tenants of a project. Each network has a share, so that one
    /// network cannot use it up. A rate that is `nil` does not limit. A request that one rate rejects does not count
    /// for the following rates.
    ///
    /// - Returns: The time to wait, when there were too many.
    package mutating func countPhoneCodeRequest(
        for phoneNumber: String,
        in pool: UserPool,
        from network: Network,
        _ rates: PhoneCodeRates,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        let requests = Self.limits(of: network, rates.sender) { .phoneCodeRequests(pool.project, $0) }
        let share = Key.phoneCodesFrom(network.wider ?? network, pool.project, phoneNumber)
        return count(requests + [(share, rates.recipientFromNetwork)], policy, now: now)
    }

    /// Counts a code for a number for tests, to which nothing is sent.
    ///
    /// - Returns: The time to wait, when there were too many.
    package mutating func countPhoneTestCode(
        in project: ProjectID,
        from network: Network,
        _ rates: PhoneCodeRates,
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        count(Self.limits(of: network, rates.tests) { .phoneTestCodes(project, $0) }, policy, now: now)
    }

    /// The limits of a network and of its wider network; `nil` does not limit.
    private static func limits(
        of network: Network,
        _ rate: Rate?,
        _ key: (Network) -> Key
    ) -> [(Key, Rate?)] {
        rate.map { network.counted(at: $0).map { (key($0), $1) } } ?? []
    }

    /// Counts by several rates of a policy, up to the first that rejects; a rate that is `nil` does not limit.
    private mutating func count(
        _ limits: [(Key, Rate?)],
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        let limits = limits.compactMap { key, rate in rate.map { (Key.limited(key, to: $0.burst), $0) } }
        return count(limits, policy, now: now)
    }

    /// Counts by several rates, up to the first that rejects.
    private mutating func count(
        _ limits: [(Key, Rate)],
        _ policy: AttemptPolicy,
        now: Timestamp
    ) -> TimeSpan? {
        guard let (full, wait) = buckets.count(limits, capacity: policy.capacity, now: now) else {
            return nil
        }
        reached = full.limit
        return wait
    }
}
