internal import CardeaEncodings
public import CardeaSession
public import Foundation

extension CardeaClient {
    /// Resumes a sign-in, a link or a reauthentication whose page was open when the app ended.
    ///
    /// The callback has opened the app.
    ///
    ///     .onOpenURL { url in Task { try await client.resumeSignIn(from: url) } }
    ///
    /// It may be called with every URL that opens the app. A sign-in can be resumed for fifteen minutes, once, and only from
    /// the store of this client. If the network fails before the server is reached, it may be resumed again.
    ///
    /// - Parameter callback: A URL that opened the app.
    /// - Returns: The user, who is the current one; `nil` if the URL is not a callback of a sign-in that waits. A later sign-in or
    ///   sign-out ends one that waits.
    /// - Throws: As the call that was begun; `userMismatch` if its user is not the current one any more.
    @discardableResult
    public func resumeSignIn(from callback: URL) async throws(CardeaError) -> CardeaUser? {
        guard let (pending, record) = try await pendingSignIns.present(),
            pending.page.matches(callback)
        else { return nil }
        guard let place = await order.resume(pending.place) else {
            await pendingSignIns.forget(record)
            return nil
        }
        // Before the sign-in is taken: a store that is locked costs nothing.
        let user = pending.purpose == .signIn ? nil : try await restore()
        guard let (taken, record) = try await pendingSignIns.take(matching: callback) else { return nil }
        do {
            return try await finish(taken, callback, for: user, in: place)
        } catch {
            if error.code == .networkUnavailable, !error.isOutcomeUnknown {
                await pendingSignIns.keep(record)
            }
            throw error
        }
    }

    /// Continues with a sign-in, a link or a re-authentication whose page was open when the app ended.
    ///
    /// With `.loopback()` the app listens again at the address that the page leads to; the page is not opened again.
    /// Other agents show the page again. It ends when the callback comes, or when the agent gives up; then the sign-in
    /// is forgotten.
    ///
    /// - Parameter agent: An agent of the kind that opened the page.
    /// - Returns: The user, who is the current one; `nil` if no sign-in is pending, if a newer one has begun, or if
    ///   another process listens. Also `nil` if the agent has another redirect address.
    /// - Throws: As the call that was begun; `cancelled` if the user closes the page or does not come back.
    @discardableResult
    public func resumeSignIn(through agent: ExternalUserAgent) async throws(CardeaError) -> CardeaUser? {
        guard let (pending, record) = try await pendingSignIns.present() else { return nil }
        guard await order.resume(pending.place) != nil else {
            await pendingSignIns.forget(record)
            return nil
        }
        let callback: URL
        do {
            let receiver = try await agent.agent.receiver(resuming: pending.page.redirect)
            guard let receiver else { return nil }
            callback = try await receiver.callback(to: pending.page)
        } catch {
            let error = CardeaError(error)
            // A sheet that has no window yet can be shown later.
            if error.code == .cancelled { await pendingSignIns.forget(record) }
            throw error
        }
        return try await resumeSignIn(from: callback)
    }

    private func finish(
        _ pending: PendingSignIn,
        _ callback: URL,
        for user: CardeaUser?,
        in place: SignInOrder.Place
    ) async throws(CardeaError) -> CardeaUser {
        do {
            _ = try pending.page.successfulItems(of: callback)
        } catch {
            throw CardeaError(error)
        }
        let proof = pending.proof(callback)
        guard let id = pending.purpose.userID else {
            return try await signIn(with: proof, at: server.with(tenant: pending.tenant), in: place)
        }
        guard let user, user.uid.exact == id.exact else { throw CardeaError(.userMismatch) }
        if case .link = pending.purpose {
            try await user.link(proof)
        } else {
            try await user.reauthenticate(by: proof)
        }
        return user
    }
}
