/// Nothing came of a wait.
struct WaitedInVain: Error {
    let what: String
}

/// Waits until something is true, for about three minutes at most.
func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<36_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw WaitedInVain(what: what)
}
