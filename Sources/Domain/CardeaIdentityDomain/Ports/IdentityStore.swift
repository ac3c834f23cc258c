/// Where the server keeps its entities.
///
/// A use case names what it reads by look-ups. A pure function of the rows decides what changes:
///
///     let outcome = try await store.transact(.session(id), by: actor) { session in
///         guard let session else { return .unchanged(.unknownSession) }
///         return Decision([.session(.revoke(session.id, revocation))], .revoked)
///     }
package protocol IdentityStore: Sendable {
    /// Grows after each commit, on whichever node, that changes what nodes keep in caches: see `Change.cacheEffect`.
    ///
    /// It costs next to nothing: a cache asks for it at each request.
    var cacheVersion: Int { get }

    /// The rows that commits after a version have changed, of those that nodes keep in caches.
    ///
    /// - Parameter version: A former value of `cacheVersion`.
    /// - Returns: `nil` if a cache must read everything again.
    func cachedRows(changedAfter version: Int) -> Set<CachedRow>?

    /// Reads rows as of one moment, from what was last committed.
    func read<L: Lookup>(_ lookup: L) async throws(StoreError) -> L.Row

    /// Reads rows, lets `decide` say what changes, and makes all changes or none.
    ///
    /// When it returns, the changes are durable. No other writer comes between the read and the changes.
    ///
    /// - Parameters:
    ///   - lookup: The look-up whose row `decide` gets.
    ///   - actor: The identity behind the changes, which records of them name.
    ///   - decide: A pure function of the rows. It may run more than once.
    /// - Returns: The outcome of the decision.
    /// - Throws: `StoreError`; nothing is written then.
    func transact<L: Lookup, Outcome: Sendable>(
        _ lookup: L,
        by actor: Actor,
        decide: @escaping @Sendable (L.Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome
}

extension IdentityStore {
    /// Reads several rows as of one moment.
    package func read<each L: Lookup>(
        _ lookups: repeat each L
    ) async throws(StoreError) -> (repeat (each L).Row) {
        try await read(Lookups(repeat each lookups))
    }

    /// Reads several rows, or none, and makes the changes that a decision on them names.
    package func transact<each L: Lookup, Outcome: Sendable>(
        _ lookups: repeat each L,
        by actor: Actor,
        decide: @escaping @Sendable (repeat (each L).Row) -> Decision<Outcome>
    ) async throws(StoreError) -> Outcome {
        try await transact(Lookups(repeat each lookups), by: actor) { (rows: (repeat (each L).Row)) in
            decide(repeat each rows)
        }
    }
}

/// One change to the store, nested by aggregate.
///
/// The changes of a decision are made together or not at all. A change is a reference: a transaction passes it on
/// several times, and the largest holds a whole user.
package indirect enum Change: Sendable, Equatable {
    case user(UserChange)
    case session(SessionChange)
    case identity(IdentityChange)
    case actionCode(ActionCodeChange)
    case securityEvent(SecurityEventChange)
    case project(ProjectChange)
    case sealedKey(SealedKeyChange)
    case administratorToken(AdministratorTokenChange)
    case tenant(TenantChange)
    case app(AppChange)
    case mail(MailChange)
    case serviceAccount(ServiceAccountChange)
    case mailTemplate(MailTemplateChange)
    case phoneCode(PhoneCodeChange)
    case textMessage(TextMessageChange)
    case providerConfiguration(ProviderConfigurationChange)
    case providerRedirect(ProviderRedirectChange)
    case recoveryCode(RecoveryCodeChange)

    /// The rows that nodes must read again into their caches.
    package var cacheEffect: CacheEffect {
        switch self {
        case .user, .session, .identity, .actionCode, .securityEvent, .mail, .mailTemplate, .serviceAccount,
            .phoneCode, .textMessage, .providerConfiguration, .providerRedirect, .recoveryCode:
            .none
        case .project, .sealedKey, .administratorToken: .everything
        case .tenant(let change): .row(change.cachedRow)
        case .app(let change): .row(change.cachedRow)
        }
    }
}

/// The reads of a store: one protocol for each aggregate.
package protocol RowReader:
    UserReader, UserListReader, SessionReader, IdentityReader, ActionCodeReader, SecurityEventReader,
    ProjectReader,
    SealedKeyReader, AdministratorTokenReader, TenantReader, AppReader, OutboxReader, MailTemplateReader,
    ServiceAccountReader, PhoneCodeReader, ProviderConfigurationReader,
    ProviderRedirectReader, RecoveryCodeReader, StatisticsReader
{}

/// The amount that a look-up reads.
package enum ReadExtent: Int, Sendable, Comparable {
    /// The rows of one query, which are those of one moment by themselves.
    case oneQuery
    case fewRows
    /// More than a few rows, which take too long for an event loop.
    case manyRows

    package static func < (a: ReadExtent, b: ReadExtent) -> Bool { a.rawValue < b.rawValue }
}

/// A value that names what is read.
package protocol Lookup: Sendable {
    associatedtype Row: Sendable

    /// The amount that it may read.
    var extent: ReadExtent { get }

    /// Reads from the aggregate's part of the reader.
    ///
    /// It reads the same things each time: what it asks for does not depend on rows that it has read.
    func read(from reader: some RowReader) throws(StoreError) -> Row
}

extension Lookup {
    package var extent: ReadExtent { .fewRows }
}

/// Several look-ups in one.
package struct Lookups<each L: Lookup>: Lookup {
    private let lookups: (repeat each L)

    package init(_ lookups: repeat each L) { self.lookups = (repeat each lookups) }

    package var extent: ReadExtent {
        var extent = ReadExtent.fewRows
        for lookup in repeat each lookups { extent = max(extent, lookup.extent) }
        return extent
    }

    package func read(from reader: some RowReader) throws(StoreError) -> (repeat (each L).Row) {
        (repeat try (each lookups).read(from: reader))
    }
}

/// A look-up that is absent reads nothing.
extension Optional: Lookup where Wrapped: Lookup {
    package var extent: ReadExtent { self?.extent ?? .oneQuery }

    package func read(from reader: some RowReader) throws(StoreError) -> Wrapped.Row? {
        switch self {
        case .some(let lookup): try lookup.read(from: reader)
        case .none: nil
        }
    }
}

/// The decision of a use case: the changes to make, and the outcome to return once they are durable.
package struct Decision<Outcome: Sendable>: Sendable {
    package let changes: [Change]
    package let outcome: Outcome

    package init(_ changes: [Change], _ outcome: Outcome) {
        self.changes = changes
        self.outcome = outcome
    }

    /// Nothing changes.
    package static func unchanged(_ outcome: Outcome) -> Decision { Decision([], outcome) }
}

extension Decision: Equatable where Outcome: Equatable {}
