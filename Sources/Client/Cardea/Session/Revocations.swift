internal import CardeaHTTPTransport
internal import CardeaSession
internal import Foundation

/// Ends sessions at the server that this device does not use any more: now, or when the network is back.
///
/// Each token is kept beside the record of the user until it is revoked: the last eight, for thirty days.
final class Revocations: Sendable {
    private static let capacity = 8
    private static let lifetime: TimeInterval = 30 * 86_400
    /// The number of times that a process tries again before the next start of a client.
    private static let tries = 8

    private let revoker: CredentialRevoker?
    private let store: (any CredentialStore)?
    private let clock: any SessionClock
    private let retries: RetrySchedule

    /// Creates the revocations of a client.
    ///
    /// - Parameters:
    ///   - revoker: Ends a session; `nil` if the server cannot end a single session.
    ///   - store: The store of the client; the tokens are kept next to its record.
    ///   - clock: The clock of the client.
    ///   - retries: The delays before the next tries.
    init(
        by revoker: CredentialRevoker?,
        beside store: any CredentialStore,
        clock: any SessionClock,
        retries: RetrySchedule
    ) {
        self.revoker = revoker
        self.store = store.sibling(named: "revocations")
        self.clock = clock
        self.retries = retries
    }

    /// Ends the session of a credential, beside other work.
    func end(_ credential: SessionCredential) {
        guard let revoker else { return }
        Task.detached {
            await self.record(credential)
            do throws(TransportError) {
                try await revoker.revoke(credential)
                await self.requested(credential, failure: nil)
            } catch {
                await self.requested(credential, failure: error)
            }
        }
    }

    /// Records a credential before its revocation is requested: the process may end before the response.
    func record(_ credential: SessionCredential) async {
        guard revoker != nil else { return }
        let token = credential.refreshToken ?? credential.accessToken
        await change { tokens in
            tokens.removeAll { $0 == token }
            tokens = (tokens + [token]).suffix(Self.capacity)
        }
    }

    /// Forgets a recorded credential after the request to revoke it, or tries again later.
    func requested(_ credential: SessionCredential, failure: TransportError?) async {
        guard failure?.isPassing == true else {
            let token = credential.refreshToken ?? credential.accessToken
            return await change { tokens in tokens.removeAll { $0 == token } }
        }
        guard revoker != nil else { return }
        Task.detached { [weak self, clock, retries] in
            for count in 0..<Self.tries {
                guard (try? await clock.sleep(for: retries.delay(before: count))) != nil, let self else {
                    return
                }
                if await self.settle() { return }
            }
        }
    }

    /// Revokes the tokens that are kept.
    ///
    /// - Returns: Whether none is left.
    @discardableResult
    func settle() async -> Bool {
        guard let store, let revoker, let record = try? await store.load() else { return true }
        var isDone = true
        for token in record.revocations where isFresh(record) {
            do throws(TransportError) {
                try await revoker.revoke(SessionCredential(accessToken: token, refreshToken: token))
            } catch {
                guard !error.isPassing else {
                    isDone = false
                    continue
                }
            }
            await change { tokens in tokens.removeAll { $0 == token } }
        }
        if !isFresh(record) { try? await store.delete(record.version) }
        return isDone
    }

    private func isFresh(_ record: CredentialRecord) -> Bool {
        guard let kept = record.credential.receivedAt else { return false }
        return abs(clock.now.timeIntervalSince(kept)) < Self.lifetime
    }

    private func change(_ change: @Sendable (inout [SessionSecret]) -> Void) async {
        guard let store else { return }
        for _ in 0..<16 {
            do throws(StoreError) {
                let stored = try await store.load()
                var tokens = stored?.revocations ?? []
                change(&tokens)
                guard !tokens.isEmpty else {
                    if let stored { try await store.delete(stored.version) }
                    return
                }
                let record = CredentialRecord(revocations: tokens, after: stored?.version, at: clock.now)
                return try await store.save(record, replacing: stored?.version)
            } catch {
                guard error.code == .conflict else { return }
            }
        }
    }
}

extension CredentialRecord {
    fileprivate init(revocations tokens: [SessionSecret], after version: Version?, at now: Date) {
        self.init(
            version: Version(session: "revocations", revision: (version?.revision ?? 0) + 1),
            generation: 1,
            credential: SessionCredential(
                // No token has a line break.
                accessToken: SessionSecret(tokens.map { $0.reveal() }.joined(separator: "\n")),
                receivedAt: now
            )
        )
    }

    /// The tokens to be revoked.
    fileprivate var revocations: [SessionSecret] {
        credential.accessToken.reveal().split(separator: "\n").map { SessionSecret(String($0)) }
    }
}

extension TransportError {
    /// Whether the same request may succeed later.
    fileprivate var isPassing: Bool { code != .invalidRequest }
}
