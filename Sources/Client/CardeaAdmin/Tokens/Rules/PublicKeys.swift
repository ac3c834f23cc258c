internal import CardeaEncodings
internal import CardeaCryptography
internal import CardeaJOSE
internal import CardeaLocks
internal import CardeaSession
internal import Foundation

/// The public keys of a server: fetched when they are needed, kept as long as the response says, and longer in an outage.
///
/// A key ID that is unknown fetches them again. Only fetches that did not find their key ID are limited: forged tokens cause
/// no storm, and do not delay a new key.
final class PublicKeys: Sendable {
    /// The time after which one more fetch may find nothing.
    static let unknownKeyInterval = Duration.seconds(1)
    /// The largest number of fetches at once that find nothing.
    static let maximumUnknownKeys = 10
    /// The shortest time between two fetches after a failure.
    static let failureInterval = Duration.seconds(10)
    /// The time for which keys are used at most if they cannot be fetched again.
    static let longestOutage = Duration.seconds(24 * 3600)
    private static let lifetimes = Duration.seconds(60)...Duration.seconds(24 * 3600)
    private static let standardLifetime = Duration.seconds(3600)
    private static let maximumSize = 1 << 20

    fileprivate struct State {
        var keys: [ExactText: PublicKey] = [:]
        /// When the keys were fetched; `nil` before.
        var fetchedAt: Duration?
        var lifetime = Duration.zero
        /// When the last fetch ended, with or without success.
        var triedAt: Duration?
        var failure: AdminError?
        /// When no fetch counts any more that found nothing; each counts for `unknownKeyInterval`.
        var unknownKeysUntil = Duration.zero
        var fetch: Task<Void, Never>?
    }

    private let url: URL
    private let transport: any HTTPTransport
    private let clock: any SessionClock
    private let state = Mutex(State())

    init(at url: URL, _ transport: any HTTPTransport, _ clock: any SessionClock) {
        (self.url, self.transport, self.clock) = (url, transport, clock)
    }

    /// The key with an ID; `nil` if the server has no such key.
    ///
    /// - Throws: `keysUnavailable` if no keys are known.
    func key(_ id: String) async throws(AdminError) -> PublicKey? {
        // A fetch of another caller may have read the keys before this one was published.
        var fetchesLeft = 2
        while true {
            let uptime = clock.uptime
            let (step, fetch, isOwn) = state.withLock { state in
                let step = state.step(for: id, at: uptime)
                guard step == .fetch, fetchesLeft > 0 else { return (step, nil as Task<Void, Never>?, false) }
                if let fetch = state.fetch { return (step, fetch, false) }
                let fetch = Task { await self.fetch(for: id) }
                state.fetch = fetch
                return (step, fetch, true)
            }
            switch step {
            case .found: return state.withLock { $0.keys[id.exact] }
            case .unknown: return nil
            case .unavailable: throw state.withLock { $0.failure } ?? AdminError(.keysUnavailable)
            case .fetch:
                guard let fetch else { return state.withLock { $0.keys[id.exact] } }
                fetchesLeft = isOwn ? 0 : fetchesLeft - 1
                await fetch.value
            }
        }
    }

    private func fetch(for id: String) async {
        let result = await Self.fetch(url, by: transport)
        let uptime = clock.uptime
        state.withLock { state in
            state.fetch = nil
            state.triedAt = uptime
            switch result {
            case .success(let fetched):
                (state.keys, state.lifetime) = (fetched.keys, fetched.lifetime)
                (state.fetchedAt, state.failure) = (uptime, nil)
                guard state.keys[id.exact] == nil else { break }
                state.unknownKeysUntil = max(state.unknownKeysUntil, uptime) + Self.unknownKeyInterval
            case .failure(let error): state.failure = error
            }
        }
    }

    private static func fetch(
        _ url: URL,
        by transport: any HTTPTransport
    ) async -> Result<(keys: [ExactText: PublicKey], lifetime: Duration), AdminError> {
        let request = CardeaRequest(.get, url, fields: [.accept: "application/json"], timeout: .seconds(10))
        do {
            let response = try await transport.send(request)
            guard response.status == 200, response.body.count <= maximumSize,
                let set = try? JSONWebKeySet(parsing: response.body)
            else {
                let detail = "\(url.absoluteString) has no JWK set (status \(response.status))"
                return .failure(AdminError(.keysUnavailable, detail: detail))
            }
            return .success((set.byID, lifetime(response)))
        } catch {
            return .failure(AdminError(.keysUnavailable, transportError: error))
        }
    }

    /// The time for which a response may be kept (`max-age`, RFC 9111 §5.2.2.1).
    private static func lifetime(_ response: CardeaResponse) -> Duration {
        let directives = (response.fields["cache-control"] ?? "").lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        if directives.contains("no-store") || directives.contains("no-cache") { return lifetimes.lowerBound }
        guard let directive = directives.first(where: { $0.hasPrefix("max-age=") }),
            let seconds = Int64(directive.dropFirst("max-age=".count))
        else { return standardLifetime }
        let age = response.fields["age"].flatMap { Int64($0) } ?? 0
        return min(max(.seconds(seconds - age), lifetimes.lowerBound), lifetimes.upperBound)
    }
}

extension PublicKeys.State {
    enum Step { case found, unknown, unavailable, fetch }

    /// The next step for a key ID.
    fileprivate func step(for id: String, at uptime: Duration) -> Step {
        let isKnown = keys[id.exact] != nil
        let sinceTry = triedAt.map { uptime - $0 }
        let mayRetry = sinceTry.map { $0 >= PublicKeys.failureInterval } ?? true
        guard let fetchedAt else { return mayRetry ? .fetch : .unavailable }
        let age = uptime - fetchedAt
        if age < lifetime {
            if isKnown { return .found }
            if failure != nil { return mayRetry ? .fetch : .unknown }
            let limit = PublicKeys.unknownKeyInterval * PublicKeys.maximumUnknownKeys
            return unknownKeysUntil - uptime < limit ? .fetch : .unknown
        }
        if mayRetry { return .fetch }
        guard age < lifetime + PublicKeys.longestOutage else { return .unavailable }
        return isKnown ? .found : .unavailable
    }
}
