extension SessionEngine {
    /// Reads the profile anew with a credential that is stored already, and stores it beside that.
    ///
    /// - Parameters:
    ///   - new: The refreshed credential.
    ///   - refresh: Its refresh: callers wait no longer than for that itself.
    /// - Returns: The credential with the profile; `nil` when that could not be read in time.
    func withProfile(_ new: HeldCredential, _ refresh: SessionMachine.Refresh) async -> HeldCredential? {
        let remaining = refresh.deadline - clock.uptime
        let deadline = min(configuration.profileDeadline, remaining / 2)
        guard let profile = await readProfile(new.record, refresh, within: deadline) else { return nil }
        var read = new.bringing(true)
        let outcome = await keeper.change(new.stamp.session) { stored in
            stored.generation == new.stamp.generation ? stored.with(profile) : nil
        }
        switch outcome {
        case .written(let stored): read.record = stored
        case .superseded: break
        // Another process signed out; the next refresh will see it.
        case .gone where new.isDurable: break
        case .gone, .failed:
            read.record = new.record.with(profile)
            read.isDurable = false
        }
        return read
    }

    private func readProfile(
        _ record: CredentialRecord,
        _ refresh: SessionMachine.Refresh,
        within deadline: Duration
    ) async -> UserProfile? {
        guard let profileReader, deadline > .zero else { return nil }
        let work = EngineTask.Work.refresh(refresh.id, SessionMachine.IssuedCredential(record))
        return await withTaskGroup(of: UserProfile?.self) { [clock] group in
            group.addTask {
                let read = await abandonable {
                    await EngineTask.run(work, for: self) {
                        try? await profileReader(record.credential)
                    }
                }
                return read ?? nil
            }
            group.addTask {
                try? await clock.sleep(for: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
