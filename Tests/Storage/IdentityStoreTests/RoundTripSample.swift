import CardeaIdentityDomain
import CardeaIdentityStore
import Testing

/// An entity with a value of its own in each property, and how it gets into the store and out of it.
struct RoundTripSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The values of all properties, as text.
    let full: [String: String]
    /// The same of another entity, which has only what it must have.
    let bare: [String: String]
    /// The ways into the store, each for an empty store; the entity is compared as it comes out.
    let trips: [@Sendable (SQLIdentityStore) async throws -> Void]

    /// Entities that are replaced by others: what stands in the store, and the change.
    typealias Update<Entity> = (of: Entity, by: @Sendable (Entity, Entity) -> Change)

    /// - Parameters:
    ///   - full: The entity with a value in each property.
    ///   - bare: An entity that differs in all of them.
    ///   - flags: Each property that is true or false, if there are several: all are true in `full`, so each is false once.
    ///   - others: Changes that come first.
    ///   - insert: The change that adds an entity.
    ///   - update: The change that replaces another entity by `full`, if there is one.
    ///   - lookup: Finds an entity.
    ///   - find: The entity in the row.
    init<Entity: Sendable & Equatable, Look: Lookup>(
        _ full: Entity,
        bare: Entity,
        flags: [any WritableKeyPath<Entity, Bool> & Sendable] = [],
        after others: [Change] = [],
        insert: @escaping @Sendable (Entity) -> Change,
        update: Update<Entity>? = nil,
        read lookup: @escaping @Sendable (Entity) -> Look,
        _ find: @escaping @Sendable (Look.Row) -> Entity?
    ) {
        testDescription = "\(Entity.self)"
        self.full = Self.values(full)
        self.bare = Self.values(bare)
        let flipped = flags.map { flag in
            var entity = full
            entity[keyPath: flag].toggle()
            return entity
        }
        let written = ([full, bare] + flipped).map { (changes: [insert($0)], entity: $0) }
        let replaced = update.map { (changes: [insert($0.of), $0.by($0.of, full)], entity: full) }
        trips = (written + [replaced].compactMap(\.self)).map { changes, entity in
            { store in
                try await store.make(others)
                #expect(find(try await store.read(lookup(entity))) == nil)
                for change in changes { try await store.make(change) }
                #expect(find(try await store.read(lookup(entity))) == entity)
            }
        }
    }

    /// The values of all properties, as text.
    static func values(_ entity: Any) -> [String: String] {
        let pairs = Mirror(reflecting: entity).children.compactMap { child in
            child.label.map { ($0, "\(child.value)") }
        }
        return Dictionary(pairs) { $1 }
    }

    /// The names of the properties that are true or false.
    var flags: [String] { full.filter { ["true", "false"].contains($0.value) }.map(\.key) }
}
