package import CardeaIdentityDomain

/// What only an emulator does to the server around it.
package protocol EmulatorControl: Sendable {
    /// Forgets all projects, users, sessions and keys, as if the emulator had just been started.
    func wipe() async throws

    /// Freezes the clock at a moment; `nil` lets it run again.
    func setClock(to moment: Timestamp?) async
}
