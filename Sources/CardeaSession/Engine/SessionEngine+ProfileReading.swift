extension SessionEngine {
    /// Reads the profile anew with a credential that is stored already, and stores it beside that.
    ///
    /// - Parameters:
    ///   - new: The renewed credential.
    ///   - refresh: Its renewal: callers wait no longer than for that itself.
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
        // Another process signed out; the next renewal will see it.
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
    ) async -> Profile? {
        guard let profileReader, deadline > .zero else { return nil }
        return await withTaskGroup(of: Profile?.self) { [clock] group in
            group.addTask {
                let read = await abandonable {
                    await RenewalPart.run(of: self, refresh, with: record) {
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
