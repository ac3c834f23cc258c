/// Polls until the condition is true; fails after three minutes of real time.
///
/// - Parameter condition: Asked again and again, while other tasks run.
/// - Returns: Whether it was true in the end; false at once when the task is cancelled.
/// - Throws: The errors of the condition.
package func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let (begin, patience) = (ContinuousClock.now, Duration.seconds(180))
    var rounds = 0
    while try await !condition() {
        guard !Task.isCancelled, begin.duration(to: .now) < patience else { return false }
        rounds += 1
        // The work of other tasks takes no time, or so long that the thread is theirs.
        if rounds.isMultiple(of: 1_000) { try? await Task.sleep(for: .milliseconds(1)) }
        await Task.yield()
    }
    return true
}
