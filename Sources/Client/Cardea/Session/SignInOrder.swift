internal import CardeaLocks
internal import CardeaSession

/// The order in which the user chose sign-ins and sign-outs, whatever the order of the server's responses.
///
/// A choice takes its place when it begins. It is carried out unless one with a later place was. So a sign-out ends
/// every sign-in that began before it, and of two sign-ins the one that began last counts. Processes that share the
/// store share the order, by a record beside that of the user. If that record cannot be used, each process has its own.
final class SignInOrder: Sendable {
    /// The place of a choice.
    struct Place: Sendable {
        /// Among the choices of this process.
        fileprivate let own: UInt64
        /// Among the choices of all processes; `nil` if they cannot be counted.
        fileprivate let shared: Task<UInt64?, Never>

        /// The place in the form in which it outlives the process.
        var number: UInt64? {
            get async { await shared.value }
        }
    }

    private struct State {
        /// The last place that was taken, and the one that takes its shared place last.
        var last: UInt64 = 0
        var taking: Task<UInt64?, Never>?
        /// The place of the last choice that was carried out.
        var done: UInt64 = 0
    }

    private let store: (any CredentialStore)?
    private let state = Mutex(State())

    /// Creates the order of a client.
    ///
    /// - Parameter store: The store of the client; the record is kept next to its record.
    init(beside store: any CredentialStore) {
        self.store = store.sibling(named: "sign-in-order")
    }

    /// Takes the place of a choice that begins now.
    ///
    /// - Parameter isImmediate: Whether choices before it are not carried out from now on.
    /// - Returns: The place.
    func begin(isImmediate: Bool = false) -> Place {
        state.withLock { state in
            state.last += 1
            if isImmediate { state.done = state.last }
            let previous = state.taking
            let taking = Task.detached { [store] () -> UInt64? in
                _ = await previous?.value
                return await store?.changeOrder { order in
                    order.last += 1
                    return order.last
                }
            }
            state.taking = taking
            return Place(own: state.last, shared: taking)
        }
    }

    /// The place of a choice that began in an earlier process; `nil` if a later one has been carried out.
    func resume(_ number: UInt64?) async -> Place? {
        guard let number else { return begin() }
        if let order = try? await store?.order(), order.done > number { return nil }
        return state.withLock { state in
            state.last += 1
            return Place(own: state.last, shared: Task { number })
        }
    }

    /// The number of places that this process has given.
    var count: UInt64 { state.withLock(\.last) }

    /// Whether a choice that came after so many others of this process was carried out.
    func hasCarriedOut(after count: UInt64) -> Bool {
        state.withLock { $0.done > count }
    }

    /// Carries out a choice.
    ///
    /// - Returns: The right to change the user, which no other process has until it ends; `nil` if a later choice has been
    ///   carried out.
    func carryOut(_ place: Place) async -> ExclusiveAccess? {
        let isLatest = state.withLock { state in
            state.done = max(state.done, place.own)
            return state.done == place.own
        }
        guard isLatest else { return nil }
        guard let store, let number = await place.number, let access = try? await store.exclusiveAccess()
        else {
            return ExclusiveAccess {}
        }
        let isLatestOfAll = await store.changeOrder { order in
            guard order.done <= number else { return false }
            order.done = number
            return true
        }
        return isLatestOfAll ?? true ? access : nil
    }
}

/// The shared part of the order.
private struct StoredOrder {
    private static let session = "sign-in-order"

    /// The last place that was taken.
    var last: UInt64 = 0
    /// The place of the last choice that was carried out.
    var done: UInt64 = 0

    init() {}

    init(_ record: CredentialRecord) {
        last = record.credential.attributes["last"].flatMap { UInt64($0) } ?? 0
        done = record.credential.attributes["done"].flatMap { UInt64($0) } ?? 0
    }

    func record(after version: CredentialRecord.Version?) -> CredentialRecord {
        CredentialRecord(
            version: .init(session: Self.session, revision: (version?.revision ?? 0) + 1),
            generation: 1,
            credential: SessionCredential(
                accessToken: SessionSecret(""),
                attributes: ["last": String(last), "done": String(done)]
            )
        )
    }
}

extension CredentialStore {
    fileprivate func order() async throws(StoreError) -> StoredOrder {
        try await load().map(StoredOrder.init) ?? StoredOrder()
    }

    /// Changes the order as one step.
    ///
    /// - Returns: The result of the change; `nil` if the order could not be read or written.
    fileprivate func changeOrder<Result: Sendable>(
        _ change: @Sendable (inout StoredOrder) -> Result
    ) async -> Result? {
        for _ in 0..<16 {
            do throws(StoreError) {
                let stored: CredentialRecord?
                do throws(StoreError) {
                    stored = try await load()
                } catch  where error.code == .damaged {
                    stored = nil
                }
                var order = stored.map(StoredOrder.init) ?? StoredOrder()
                let result = change(&order)
                try await save(order.record(after: stored?.version), replacing: stored?.version)
                return result
            } catch {
                guard error.code == .conflict else { return nil }
            }
        }
        return nil
    }
}
