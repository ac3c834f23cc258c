import CardeaIdentityDomain
import CardeaSQLCore
import Testing

@testable import CardeaIdentityStore

/// That no column is lost, and no two columns are confused.
@Suite("Entities through the store")
struct RoundTripTests {
    private let user = User.full("ada")
    private let session = Session.full(1, of: "ada")

    /// The values of all properties, as text.
    private static func values(_ entity: Any) -> [String: String] {
        let pairs = Mirror(reflecting: entity).children.compactMap { child in
            child.label.map { ($0, "\(child.value)") }
        }
        return Dictionary(pairs) { $1 }
    }

    @Test("the full samples have another value in each property than a new entity, and no value twice")
    func samples() {
        let pairs: [(full: Any, bare: Any)] = [
            (user, User.bare("ada")), (session, Session.bare(1, of: "ada")),
        ]
        let given: Set = ["id", "user", "pool", "createdAt", "signInProvider", "revision"]
        let unprinted: Set = ["_passwordHash"]
        for (full, bare) in pairs {
            let values = Self.values(full)
            let standard = Self.values(bare)
            let unset = values.filter {
                $0.value == standard[$0.key] && !given.union(unprinted).contains($0.key)
            }
            #expect(unset.isEmpty, "\(unset.keys)")
            let comparable = values.values.filter { !["true", "false"].contains($0) }
            #expect(Set(comparable).count == comparable.count, "\(comparable)")
        }
    }

    @Test("the values of a user and a session that a refresh reads are those that were written")
    func refresh() async throws {
        for engine in StoreEngine.all {
            try await engine.withStore { store in
                try await store.transact { Decision([.user(.insert(user)), .session(.insert(session))], ()) }
                let row = try #require(try await store.read(.refresh(of: session.id)))
                for (part, whole) in [(row.session as Any, session as Any), (row.user as Any, user as Any)] {
                    let values = Self.values(whole)
                    for (name, value) in Self.values(part) where name != "hasPassword" {
                        #expect(value == values[name], "\(name)")
                    }
                }
                #expect(row.user.hasPassword)
            }
        }
    }
}
