import CardeaLocks

// The functions with which another HTTP library sends requests with the engine's credential.
extension SessionEngine {
    /// Adds the credential to a request that another HTTP library will send, if it goes to the app's own hosts.
    ///
    /// - Returns: The credential that the request carries now, for `credentialForRetry`; `nil` for a request to another host.
    /// - Throws: `SessionError` when there is no credential, it could not be refreshed, or the request has no place for it
    ///   (`requestNotAuthorizable`).
    @discardableResult
    public func authorize(_ request: inout CardeaRequest) async throws(SessionError) -> SessionCredential? {
        guard isOwn(request) else { return nil }
        try checkAuthorizable(request)
        let issued = try await credentialForRequest()
        authorizer.authorize(&request, with: issued.credential)
        return issued.credential
    }

    /// Adds a credential that `credentialForRetry` returned to a request that is sent again.
    ///
    /// The request stays with the user it was begun for, also when another has signed in since.
    public func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        if isOwn(request) { authorizer.authorize(&request, with: credential) }
    }

    /// Says what a response means for the credential that its request carried.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        classifier.classify(response, to: request)
    }

    /// Decides, for another HTTP library, what follows a response to a request that was authorized.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request; one to another host carried no credential, and is not sent again.
    ///   - credential: The credential that the request carried.
    ///   - replays: How often the request was sent again already.
    /// - Returns: The credential to send the request with again; `nil` when the response goes to the caller.
    /// - Throws: `SessionError` when the session that the request belonged to ended, or the credential could not be refreshed.
    public func credentialForRetry(
        after response: CardeaResponse,
        to request: CardeaRequest,
        sentWith credential: SessionCredential,
        replays: Int = 0
    ) async throws(SessionError) -> SessionCredential? {
        guard isOwn(request) else { return nil }
        learnTime(from: response)
        let stamp = core.withLock { $0.machine.stamp(of: credential) }
        if replays <= configuration.replayLimit, authorizer.wantsRepeat(of: request, after: response) {
            return credential
        }
        let classification = classifier.classify(response, to: request)
        var counts = AttemptCounts(replays: replays, prompts: replays)
        guard
            let next = try await credentialForReplay(
                classification,
                to: stamp,
                from: request,
                &counts,
                response
            )
        else {
            return nil
        }
        monitor?(.replayed)
        return next.credential
    }
}
