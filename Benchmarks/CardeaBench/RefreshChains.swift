import Locks

/// Sessions that are refreshed again and again, each by one caller feeding its own new token back.
final class RefreshChains: Sendable {
    private let requests: IdentityRequests
    private let tokens: Mutex<[String]>

    /// Signs `count` anonymous users up.
    init(_ count: Int, with requests: IdentityRequests) async throws {
        var tokens: [String] = []
        for _ in 0..<count {
            guard let token = await requests.signUp() else { throw BenchmarkError("a sign-up failed") }
            tokens.append(token)
        }
        self.requests = requests
        self.tokens = Mutex(tokens)
    }

    /// Refreshes the caller's session once.
    /// - Returns: Whether a new token came back.
    func refresh(_ caller: Int) async -> Bool {
        guard let next = await requests.refresh(tokens.withLock { $0[caller] }) else { return false }
        tokens.withLock { $0[caller] = next }
        return true
    }
}
