internal import CardeaEncodings
public import CardeaHTTPTransport
internal import CardeaLocks

// Faults
extension RotatingFakeServer {
    /// Whether requests reach the server at all.
    public var isOnline: Bool {
        get { traffic.isOnline }
        set { traffic.isOnline = newValue }
    }

    /// Lets the next requests at an endpoint go wrong; faults are used up in the order they were injected.
    public func inject(_ fault: Fault, at endpoint: Endpoint, times: Int = 1) {
        traffic.inject(fault, at: endpoint, times: times)
    }

    /// Forgets the faults that were injected and have not been used up.
    public func heal() {
        traffic.forgetFaults()
    }

    /// Lets requests at an endpoint wait, without a response, until `release`.
    public func hold(_ endpoint: Endpoint) {
        traffic.hold(endpoint)
    }

    /// Lets the requests that wait at an endpoint continue, and those that follow.
    public func release(_ endpoint: Endpoint) {
        traffic.release(endpoint)
    }

    /// Waits until an endpoint has received at least this many requests, or the task is cancelled.
    public func waitForRequests(at endpoint: Endpoint, count: Int = 1) async {
        await traffic.wait(for: count, at: endpoint)
    }
}

// Events
extension RotatingFakeServer {
    /// The requests that came to an endpoint, in order, also those that went wrong.
    public func requests(at endpoint: Endpoint) -> [CardeaRequest] {
        traffic.requests(at: endpoint)
    }

    /// The number of times that a refresh token was exchanged for a new one; a repeated response does not count.
    public var rotations: Int { traffic.rotations }

    /// The number of times that a refresh token that had been used up came again, which ended its session.
    public var reuses: Int { state.withLock(\.reuses) }

    /// The number of active sessions.
    public var livingSessions: Int {
        state.withLock { state in state.sessions.values.count { !$0.isRevoked } }
    }
}

// Administration
extension RotatingFakeServer {
    /// The settings of the fake project; a change applies from the next request on.
    public var settings: Settings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// The ids of all users.
    public var accounts: Set<String> {
        // Own texts.
        state.withLock { Set($0.accounts.keys.map(\.wrappedValue)) }
    }

    /// Disables or enables a user.
    public func setDisabled(_ isDisabled: Bool, account: String) {
        state.withLock { state in
            state.accounts[account.exact]?.isDisabled = isDisabled
            if isDisabled { state.revokeSessions(of: account) }
        }
    }

    /// Verifies a user's address, as the link of a message does, or takes that back.
    public func setEmailVerified(_ isVerified: Bool, account: String) {
        state.withLock { $0.accounts[account.exact]?.emailVerified = isVerified }
    }

    /// Deletes a user.
    public func deleteAccount(_ account: String) {
        state.withLock { state in
            state.revokeSessions(of: account)
            state.accounts[account.exact] = nil
        }
    }

    /// Ends every session of a user.
    public func endSessions(of account: String) {
        state.withLock { $0.revokeSessions(of: account) }
    }
}
