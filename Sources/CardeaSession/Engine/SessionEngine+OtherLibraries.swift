import CardeaLocks

// What another HTTP library needs to send requests with the engine's credential.
extension SessionEngine {
    /// Adds the credential to a request that another HTTP library will send, if it goes to the app's own hosts.
    ///
    /// - Returns: The credential that the request carries now, for `recover`; `nil` for a request to another host.
    /// - Throws: `SessionError` when there is no credential, it could not be renewed, or the request has no place for it
    ///   (`requestNotAuthorizable`).
    @discardableResult
    public func authorize(_ request: inout HTTPRequest) async throws(SessionError) -> Credential? {
        guard isOwn(request) else { return nil }
        try checkAuthorizable(request)
        let ticket = try await admit()
        authorizer.authorize(&request, with: ticket.credential)
        return ticket.credential
    }

    /// Adds a credential that `recover` returned to a request that is sent again.
    ///
    /// The request stays with the user it was begun for, also when another has signed in since.
    public func authorize(_ request: inout HTTPRequest, with credential: Credential) {
        if isOwn(request) { authorizer.authorize(&request, with: credential) }
    }

    /// Says what an answer means for the credential that its request carried.
    public func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict {
        classifier.classify(response, to: request)
    }

    /// Decides, for another HTTP library, what follows an answer to a request that was authorized.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: The request; one to another host carried no credential, and is not sent again.
    ///   - credential: The credential that the request carried.
    ///   - replays: How often the request was sent again already.
    /// - Returns: The credential to send the request with again; `nil` when the answer goes to the caller.
    /// - Throws: `SessionError` when the session that the request belonged to ended, or the credential could not be renewed.
    public func recover(
        from response: HTTPResponse,
        to request: HTTPRequest,
        sentWith credential: Credential,
        replays: Int = 0
    ) async throws(SessionError) -> Credential? {
        guard isOwn(request) else { return nil }
        learnTime(from: response)
        let stamp = core.withLock { $0.machine.stamp(of: credential) }
        if replays <= configuration.replayLimit, authorizer.wantsRepeat(of: request, after: response) {
            return credential
        }
        let verdict = classifier.classify(response, to: request)
        var tally = Tally(replays: replays, prompts: replays)
        guard let next = try await sequel(verdict, to: stamp, from: request, &tally, response) else {
            return nil
        }
        monitor?.record(.replayed)
        return next.credential
    }
}
