internal import CardeaEncodings
internal import CardeaCryptography
internal import CardeaJOSE
internal import CardeaLocks
internal import CardeaSession
internal import Foundation

/// The public keys of a server: fetched when they are needed, kept as long as the response says, and longer in an outage.
///
/// A key ID that is unknown fetches them again, at most once in `unknownKeyInterval`: forged tokens cause no storm.
final class PublicKeys: Sendable {
    /// The shortest time between two fetches because of an unknown key ID.
    static let unknownKeyInterval = Duration.seconds(30)
    /// The shortest time between two fetches after a failure.
    static let failureInterval = Duration.seconds(10)
    /// How long keys are used at most if they cannot be fetched again.
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
        for _ in 0..<2 {
            let uptime = clock.uptime
            let (step, fetch) = state.withLock { state in
                let step = state.step(for: id, at: uptime)
                guard step == .fetch else { return (step, nil as Task<Void, Never>?) }
                let fetch = state.fetch ?? Task { await self.fetch() }
                state.fetch = fetch
                return (step, fetch)
            }
            switch step {
            case .found: return state.withLock { $0.keys[id.exact] }
            case .unknown: return nil
            case .unavailable: throw state.withLock { $0.failure } ?? AdminError(.keysUnavailable)
            case .fetch: await fetch?.value
            }
        }
        // Another fetch is due already, because the first one took as long as keys are kept.
        return state.withLock { $0.keys[id.exact] }
    }

    private func fetch() async {
        let result = await Self.fetch(url, by: transport)
        let uptime = clock.uptime
        state.withLock { state in
            state.fetch = nil
            state.triedAt = uptime
            switch result {
            case .success(let fetched):
                (state.keys, state.lifetime) = (fetched.keys, fetched.lifetime)
                (state.fetchedAt, state.failure) = (uptime, nil)
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

    /// How long a response may be kept (`max-age`, RFC 9111 §5.2.2.1).
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
            return (sinceTry ?? .zero) >= PublicKeys.unknownKeyInterval ? .fetch : .unknown
        }
        if mayRetry { return .fetch }
        guard age < lifetime + PublicKeys.longestOutage else { return .unavailable }
        return isKnown ? .found : .unavailable
    }
}
