import CardeaLocks

extension SessionEngine {
    /// Takes an access token that came with a response into use, once it is stored.
    ///
    /// It counts as the successor of the token that the request carried: when there is one already, or a refresh
    /// is under way, that is the newer one. A cancelled caller does not wait for the store, and the token is stored all the same.
    func useIssued(_ issued: SessionCredential, issuedTo stamp: CredentialStamp) async {
        guard credentialOfOwnRefresh == nil else { return }
        let taking = Task.detached {
            guard let held = self.successible(stamp), held.credential.accessToken != issued.accessToken else {
                return
            }
            if let date = issued.receivedAt { self.learnTime(date) }
            let bringsProfile = issued.profile != nil
            let credential = issued.stamped(at: self.moment.date).filled(from: held.credential)
            guard let new = await self.store(held.record.followed(by: credential), bringsProfile, to: stamp)
            else {
                return
            }
            self.apply { $0.issued(new.bringing(bringsProfile), to: stamp) }
        }
        _ = await abandonable { await taking.value }
    }

    /// The credential of this stamp, when nothing newer is there or on its way.
    private func successible(_ stamp: CredentialStamp) -> HeldCredential? {
        core.withLock { core in
            guard core.machine.refresh == nil, let held = core.machine.held, held.stamp == stamp else {
                return nil
            }
            return held
        }
    }

    /// Stores a successor while no refresh runs; `nil` if another process was faster, or signed out.
    private func store(
        _ record: CredentialRecord,
        _ bringsProfile: Bool,
        to stamp: CredentialStamp
    ) async -> HeldCredential? {
        guard let access = await inTime(exclusiveAccess) else {
            return hold(record, from: .refresh, isDurable: false)
        }
        defer { access.end() }
        guard successible(stamp) != nil else { return nil }
        return switch await write(record, bringsProfile: bringsProfile) {
        case .written(let stored): hold(stored, from: .refresh)
        case .failed: hold(record, from: .refresh, isDurable: false)
        case .superseded, .gone: nil
        }
    }
}
