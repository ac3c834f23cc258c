import CardeaEncodings

extension SessionMachine {
    /// The result of reading the stored credential.
    enum Restoration: Sendable {
        case found(HeldCredential)
        case absent
        case unreadable(StoreError)
    }

    /// Applies the stored record.
    ///
    /// A store that is locked says nothing about who is signed in, so the state stays `restoring`.
    ///
    /// - Parameters:
    ///   - restoration: The result of reading.
    ///   - change: The value of `changes` when reading began.
    /// - Returns: The actions of the engine; `nil` if another change has begun since.
    mutating func restored(_ restoration: Restoration, change: UInt64) -> [Action]? {
        guard change == changes, held == nil else { return nil }
        switch restoration {
        case .found(let held) where pendingDeletions.contains { $0.covers(held.stamp.session) }: return []
        case .found(let held):
            phase = .signedIn(held)
            return [.emit(.restored(state))]
        case .absent:
            // Why the last session ended stays known.
            if !stored.isEmpty { phase = .signedOut(nil, SessionError(.signedOut)) }
            return [.emit(.restored(state))]
        case .unreadable(let error) where error.code == .locked || error.code == .cancelled:
            return []
        case .unreadable(let error):
            phase = .signedOut(.storedCredentialUnreadable, SessionError(error))
            return [.emit(.restored(state))]
        }
    }

    /// Applies the credential of a sign-in.
    ///
    /// - Parameters:
    ///   - new: The credential, stored if that was possible.
    ///   - change: The number that `beginChange` gave when the sign-in was taken in hand.
    /// - Returns: The actions of the engine; `nil` if another change has begun since.
    mutating func signedIn(_ new: HeldCredential, change: UInt64) -> [Action]? {
        guard change == changes else { return nil }
        // A refresh that was under way may have found the new session in the store already.
        if let held, held.stamp.session == new.stamp.session { return [] }
        let hadUser = held != nil
        // The record is stored now or later; until then the former record is stored.
        pendingDeletions = pendingDeletions.filter { !$0.covers(new.stamp.session) }
        unreplaced = new.isDurable ? [] : stored
        enter(.signedIn(new))
        var actions: [Action] = [.cancelRefresh]
        if hadUser {
            // No `signedOut` event: the user interface would show a sign-in for a moment.
            actions.append(.resume(.failure(.signedOut(.requested))))
        } else {
            actions.append(.resume(.success(new.issued)))
        }
        actions.append(.emit(.signedIn(new.profile)))
        return actions + pendingActions(new)
    }

    /// Applies a newer credential of the current session that is not the result of a refresh.
    ///
    /// - Parameters:
    ///   - new: The credential, stored if that was possible.
    ///   - cause: The reason for the change.
    /// - Returns: The actions of the engine; `nil` if the session has ended since.
    mutating func changed(_ new: HeldCredential, cause: TokenChangeCause) -> [Action]? {
        guard let held, held.stamp.session == new.stamp.session else { return nil }
        var new = new
        // A refresh may have found this very credential in the store, and have gone on from there.
        if new.isDurable, held.record.version.revision >= new.record.version.revision {
            return [.emit(.tokenChanged(cause))]
        }
        // Any other that ended meanwhile was begun with the older credential: this one is the newer, whatever its number.
        if new.stamp.generation <= held.stamp.generation {
            new.record = new.record.numbered(held.stamp.generation + 1)
        }
        enter(.signedIn(new))
        var actions: [Action] = [.cancelRefresh, .resume(.success(new.issued)), .emit(.tokenChanged(cause))]
        if new.profile != held.profile { actions.append(.emit(.profileChanged(new.profile))) }
        return actions + pendingActions(new)
    }

    /// Applies a newer profile of the current user.
    ///
    /// - Returns: The actions of the engine; `nil` if the session has ended since.
    mutating func profileChanged(_ profile: UserProfile, in session: ExactText, isDurable: Bool) -> [Action]?
    {
        guard let held, held.stamp.session == session else { return nil }
        update { held in
            held.record = held.record.with(profile)
            held.bringsProfile = true
            held.isDurable = held.isDurable && isDurable
        }
        let changes: [Action] = profile == held.profile ? [] : [.emit(.profileChanged(profile))]
        return changes + (held.isDurable && !isDurable ? [.emit(.persistencePending), .persist] : [])
    }

    /// Notes that the profile could not be read after a refresh.
    mutating func profileReadFailed(in session: ExactText) -> [Action]? {
        held?.stamp.session == session ? [.emit(.profileReadFailed)] : nil
    }

    /// Notes that the store now holds the current credential, if maybe with an older profile.
    mutating func persisted(_ stored: CredentialRecord) -> [Action] {
        guard let held, held.stamp == stored.stamp, !held.isDurable,
            held.record.version.revision <= stored.version.revision
        else { return [] }
        let profile = held.credential.profile
        let isBehind = held.bringsProfile && stored.credential.profile != profile
        update { held in
            held.record = isBehind ? stored.with(profile) : stored
            held.isDurable = !isBehind
        }
        return isBehind ? [] : [.emit(.persisted)]
    }

    /// Notes that some version of the current session has been stored.
    mutating func wasStored(_ version: CredentialRecord.Version) -> [Action] {
        guard let held, held.stamp.session == version.id, !held.record.wasStored else { return [] }
        update { $0.record = $0.record.versioned(version) }
        return []
    }

    /// Signs out.
    mutating func signOut(_ reason: SignOutReason) -> [Action] {
        changes += 1
        _ = choose(beginChoice())
        return end(reason, failingWith: .signedOut(reason))
    }

    /// Ends the session, if there is one, so that every later request fails with the same error.
    mutating func end(_ reason: SignOutReason, failingWith error: SessionError) -> [Action] {
        let ending = stored
        pendingDeletions.formUnion(ending)
        enter(.signedOut(reason, error))
        return [.cancelRefresh, .resume(.failure(error))] + ending.map { .forget($0) }
            + (ending.isEmpty ? [] : [.emit(.signedOut(reason))])
    }

    /// The records that the store may contain in the current state, also unread records and those that were not replaced.
    private var stored: [PendingDeletion] {
        switch phase {
        case .signedIn(let held):
            [.session(held.stamp.session)] + (held.record.wasStored ? [] : unreplaced.map(stillUnread))
        case .restoring, .signedOut(.storedCredentialUnreadable, _): [.unread(changes)]
        case .signedOut: []
        }
    }

    private func stillUnread(_ pendingDeletions: PendingDeletion) -> PendingDeletion {
        if case .unread = pendingDeletions { .unread(changes) } else { pendingDeletions }
    }

    func pendingActions(_ new: HeldCredential) -> [Action] {
        new.isDurable ? [] : [.emit(.persistencePending), .persist]
    }
}
