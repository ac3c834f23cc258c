package import CardeaIdentityDomain

/// Operations that only an emulator has.
package protocol EmulatorControl: Sendable {
    /// Deletes all projects, users, sessions and keys, as after a start.
    func wipe() async throws

    /// Stops the clock at a time; `nil` lets it run again.
    func setClock(to moment: Timestamp?) async
}
