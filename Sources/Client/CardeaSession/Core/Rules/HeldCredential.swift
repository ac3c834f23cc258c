import CardeaEncodings
import Foundation

/// Which credential of which session: the key of everything that is begun with one and ends later.
struct CredentialStamp: Sendable, Hashable {
    let session: ExactText
    let generation: UInt64

    /// Whether this one followed another in the same session.
    func isNewer(than other: CredentialStamp) -> Bool {
        session == other.session && generation > other.generation
    }
}

extension CredentialRecord {
    var stamp: CredentialStamp { CredentialStamp(session: version.id, generation: generation) }
}

/// The credential of the current session, and how far it can be trusted.
struct HeldCredential: Sendable {
    /// The state of an access token.
    enum Freshness: Sendable, Hashable {
        /// Good, and not near its end.
        case good
        /// Good, but inside the expiry margin.
        case ageing
        /// Past its end.
        case spent
    }

    /// Where a credential came from.
    enum Source: Sendable, Hashable {
        case signIn, store, refresh
    }

    var record: CredentialRecord
    let source: Source
    /// Whether the refresher can do anything with it.
    let isRefreshable: Bool
    /// Whether the store holds it.
    var isDurable: Bool
    /// Whether its profile came with it, rather than being carried over from the credential before.
    var bringsProfile = true
    /// When the access token ends, on the clock that counts sleep; `nil` for never.
    private(set) var end: Duration?

    init(
        _ record: CredentialRecord,
        from source: Source,
        isRefreshable: Bool,
        isDurable: Bool,
        at moment: Moment
    ) {
        self.record = record
        self.source = source
        self.isRefreshable = isRefreshable
        self.isDurable = isDurable
        if source == .store {
            recount(at: moment)
        } else {
            end = record.credential.lifetime.map { moment.uptime + $0 }
        }
    }

    /// The newer one of this and the stored record of its session, with what only the other one has.
    func continued(by stored: CredentialRecord) -> CredentialRecord {
        guard !record.isNewer(than: stored) else { return record.keepingAttempt(of: stored) }
        let base = stored.attempt == nil ? stored.keepingAttempt(of: record) : stored
        return !isDurable && bringsProfile && stored.generation == record.generation
            ? base.with(profile) : base
    }

    var credential: SessionCredential { record.credential }
    var profile: UserProfile { record.credential.profile ?? UserProfile() }
    var stamp: CredentialStamp { record.stamp }

    /// Counts a stored credential's remaining life anew, by the best clock there is; never more than its whole life.
    mutating func recount(at moment: Moment) {
        guard source == .store, let expiresAt = record.credential.expiresAt else { return }
        let remaining = Duration.seconds(expiresAt.timeIntervalSince(moment.date))
        end = moment.uptime + min(remaining, record.credential.lifetime ?? remaining)
    }

    func bringing(_ bringsProfile: Bool) -> Self {
        var held = self
        held.bringsProfile = bringsProfile
        return held
    }

    /// The state of the access token, which counts as ageing for so long before its expiry.
    func freshness(at uptime: Duration, expiryMargin: Duration) -> Freshness {
        let isOpen = record.attempt != nil
        guard let end else { return isOpen ? .ageing : .good }
        let remaining = end - uptime
        if remaining <= .zero { return .spent }
        return remaining < expiryMargin || isOpen ? .ageing : .good
    }

    /// The expiry margin of this credential: never more than half of its token's lifetime, wherever it came from.
    func expiryMargin(_ configured: Duration) -> Duration {
        record.credential.lifetime.map { min(configured, $0 / 2) } ?? configured
    }

    /// The expiry margin that a caller asked for, unless even a new token cannot have it: then half of the lifetime.
    func attainableExpiryMargin(_ wanted: Duration) -> Duration {
        guard source == .refresh, let lifetime = record.credential.lifetime, lifetime <= wanted else {
            return wanted
        }
        return lifetime / 2
    }

    /// Whether a refresh brought it and it had expired by then: another refresh is likely to bring the same.
    var hadExpiredOnArrival: Bool {
        guard source == .refresh, let lifetime = record.credential.lifetime else { return false }
        return lifetime <= .zero
    }
}

/// One moment on both clocks: the best-known time of day, and the clock that counts sleep.
struct Moment: Sendable, Hashable {
    let date: Date
    let uptime: Duration
}
