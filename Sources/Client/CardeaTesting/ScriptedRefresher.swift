public import CardeaSession

/// A refresher that responds by a script and remembers every call.
public final class ScriptedRefresher: CredentialRefresher {
    /// One call.
    public struct SessionCall: Sendable {
        /// The credential to refresh.
        public let credential: SessionCredential
        /// The attempt, with its key.
        public let attempt: RefreshAttempt
    }

    /// Responds to a call; gets how many calls came before it.
    public typealias Script = @Sendable (SessionCall, Int) async throws(RefreshFailure) -> SessionCredential

    private let script: Script
    private let log = CallLog<SessionCall>()

    /// Creates a refresher.
    public init(_ script: @escaping Script) {
        self.script = script
    }

    /// The calls so far, in order.
    public var calls: [SessionCall] { log.calls }

    /// Waits until so many calls have come, or the task is cancelled.
    public func calls(reach count: Int) async {
        await log.reaches(count)
    }

    /// Responds by the script.
    public func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        let call = SessionCall(credential: credential, attempt: attempt)
        return try await script(call, log.append(call))
    }
}
