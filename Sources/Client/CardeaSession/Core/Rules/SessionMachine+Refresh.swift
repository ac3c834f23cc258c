import CardeaEncodings

extension SessionMachine {
    /// The result of a refresh.
    enum RefreshOutcome: Sendable {
        /// The back end gave a new credential; it says itself whether the store holds it.
        case refreshed(HeldCredential)
        /// Another process refreshed the credential, or signed in; this is what it stored.
        case replaced(HeldCredential)
        /// The back end rejected the credential permanently.
        case rejected(SignOutReason)
        /// The store holds nothing any more: another process signed out. The response may still have brought a credential.
        case vanished(late: SessionCredential?)

        /// A credential that is dropped although the back end considers it valid.
        var late: SessionCredential? {
            if case .vanished(let late) = self { late } else { nil }
        }

        /// Whether the back end may know of it.
        fileprivate var wasSent: Bool {
            if case .notSent = self { false } else { true }
        }

        fileprivate var isForeign: Bool {
            if case .foreign = self { true } else { false }
        }

        /// No credential came, and the session continues.
        case failed(SessionError)
        /// The same, and something else than the back end responded, such as a captive portal.
        case foreign(SessionError)
        /// No credential came, and the refresh was not sent.
        case notSent(SessionError)
        /// The store holds nothing newer, and the refresh was only to look at the store.
        case unchanged
    }

    /// Applies the result of a refresh.
    ///
    /// A refresh that was given up may still succeed: its credential is taken when nothing newer is held.
    ///
    /// - Parameters:
    ///   - refresh: The refresh, as it was begun.
    ///   - outcome: Its result.
    ///   - uptime: The present moment.
    /// - Returns: The actions of the engine.
    mutating func refreshEnded(
        _ refresh: Refresh,
        _ outcome: RefreshOutcome,
        at uptime: Duration
    ) -> [Action] {
        let isCurrent = self.refresh?.id == refresh.id
        let refresh = isCurrent ? self.refresh ?? refresh : refresh
        if isCurrent { self.refresh = nil }
        if case .refreshed = outcome, refresh.isCounted { window.count(begunAt: refresh.begunAt) }
        return (isCurrent ? [.cancelRefresh] : [])
            + applied(refresh, outcome, isCurrent: isCurrent, at: uptime)
    }

    /// Ends a refresh that only looks at the store, when nothing newer is there.
    ///
    /// - Returns: The actions of the engine; `nil` if the refresh is to be sent.
    mutating func storeCheckEnded(_ refresh: Refresh, at uptime: Duration) -> [Action]? {
        let current = self.refresh.flatMap { $0.id == refresh.id ? $0 : nil } ?? refresh
        return current.fallback == nil ? nil : refreshEnded(current, .unchanged, at: uptime)
    }

    private mutating func applied(
        _ refresh: Refresh,
        _ outcome: RefreshOutcome,
        isCurrent: Bool,
        at uptime: Duration
    ) -> [Action] {
        guard let held, held.stamp.session == refresh.stamp.session else { return [] }
        switch outcome {
        case .refreshed(var new), .replaced(var new):
            if new.stamp.session != held.stamp.session {
                return endedByOtherProcess(held.stamp.session, beginning: new) ?? []
            }
            guard new.record.isNewer(than: held.record) else {
                return isCurrent ? [.resume(.success(held.issued))] : []
            }
            // A response may have brought the same refresh token meanwhile, and a number.
            if new.stamp.generation <= held.stamp.generation {
                new.record = new.record.numbered(held.stamp.generation + 1)
            }
            return publish(new)
        case _ where held.stamp != refresh.stamp:
            return []
        case .rejected(let reason):
            return end(reason, failingWith: SessionError(.refreshRejected, reason: reason))
        case .vanished: return endedByOtherProcess(held.stamp.session, beginning: nil) ?? []
        case .failed(let error), .foreign(let error), .notSent(let error):
            guard isCurrent else { return [] }
            return refresh.fallback.map { [.resume($0)] }
                ?? failed(error, outcome, at: uptime)
        case .unchanged:
            return refresh.fallback.map { isCurrent ? [.resume($0)] : [] } ?? []
        }
    }

    /// Notes with which key a token is about to be sent, so that it is never sent with another.
    mutating func sending(_ attempt: CredentialRecord.JournaledAttempt, with stamp: CredentialStamp) {
        guard held?.stamp == stamp else { return }
        update { $0.record = $0.record.journaling(attempt) }
    }

    /// The refresh whose deadline is past.
    func overdue(at uptime: Duration) -> Refresh? {
        refresh.flatMap { $0.deadline <= uptime ? $0 : nil }
    }

    /// Applies an access token of a response.
    ///
    /// - Parameters:
    ///   - new: The credential, stored if that was possible.
    ///   - stamp: The credential that the request carried.
    /// - Returns: The actions of the engine; `nil` if a newer token is held or expected.
    mutating func issued(_ new: HeldCredential, to stamp: CredentialStamp) -> [Action]? {
        guard let held, held.stamp == stamp, refresh == nil else { return nil }
        return publish(new)
    }

    /// Notes the pause that the back end named: the refresh may be given up before its end.
    mutating func pauseNamed(by error: SessionError, with stamp: CredentialStamp, at uptime: Duration) {
        guard held?.stamp == stamp, error.retryAfter != nil else { return }
        pause = RefreshPause(
            after: error,
            wasSent: true,
            isForeign: false,
            failures: failures,
            at: uptime,
            configuration
        )
    }

    private mutating func failed(
        _ error: SessionError,
        _ outcome: RefreshOutcome,
        at uptime: Duration
    ) -> [Action] {
        let named = self.pause.flatMap { $0.isNamed && $0.end > uptime && error.retryAfter == nil ? $0 : nil }
        let pause =
            named
            ?? RefreshPause(
                after: error,
                wasSent: outcome.wasSent,
                isForeign: outcome.isForeign,
                failures: failures,
                at: uptime,
                configuration
            )
        self.pause = pause
        failures += 1
        return [
            .resume(.failure(pause.error(at: uptime, for: .need) ?? error)),
            .emit(.refreshFailed(error.code)),
        ]
    }

    private mutating func publish(_ new: HeldCredential) -> [Action] {
        var new = new
        let profile = held?.profile
        if !new.bringsProfile, let held {
            // A profile that the store could not take yet is still to be written.
            if !held.isDurable, held.bringsProfile, held.profile != new.profile {
                new.isDurable = false
                new.bringsProfile = true
            }
            new.record = new.record.with(held.credential.profile)
        }
        enter(.signedIn(new))
        var actions: [Action] = [
            .cancelRefresh, .resume(.success(new.issued)), .emit(.tokenChanged(.refreshed)),
        ]
        if new.profile != profile { actions.append(.emit(.profileChanged(new.profile))) }
        return actions + pendingActions(new)
    }

    /// Applies a sign-out by another process.
    ///
    /// - Parameters:
    ///   - session: The session that has ended.
    ///   - new: The session that the other process began in its place, if it did.
    /// - Returns: The actions of the engine; `nil` if the session has ended since.
    mutating func endedByOtherProcess(
        _ session: ExactText,
        beginning new: HeldCredential?
    ) -> [Action]? {
        guard held?.stamp.session == session else { return nil }
        let reason = SignOutReason.signedOutByOtherProcess
        guard let new else { return end(reason, failingWith: .signedOut(reason)) }
        enter(.signedIn(new))
        return [
            .cancelRefresh, .resume(.failure(.signedOut(reason))), .emit(.signedOut(reason)),
            .emit(.signedIn(new.profile)),
        ]
    }
}
