public import CardeaSession

/// A refresher that answers by a script and remembers every call.
public final class ScriptedRefresher: CredentialRefresher {
    /// One call.
    public struct Call: Sendable {
        /// The credential to renew.
        public let credential: Credential
        /// The attempt, with its key.
        public let attempt: RefreshAttempt
    }

    /// Answers a call; gets how many calls came before it.
    public typealias Script = @Sendable (Call, Int) async throws(RefreshFailure) -> Credential

    private let script: Script
    private let log = CallLog<Call>()

    /// Creates a refresher.
    public init(_ script: @escaping Script) {
        self.script = script
    }

    /// The calls so far, in order.
    public var calls: [Call] { log.calls }

    /// Waits until so many calls have come, or the task is cancelled.
    public func calls(reach count: Int) async {
        await log.reaches(count)
    }

    /// Answers by the script.
    public func refresh(
        _ credential: Credential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> Credential {
        let call = Call(credential: credential, attempt: attempt)
        return try await script(call, log.append(call))
    }
}
