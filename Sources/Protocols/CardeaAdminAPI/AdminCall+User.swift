import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

extension AdminCall {
    /// The user in the path.
    var user: User {
        get async throws {
            let name = UserText(self["user"])
            let pool = try pool
            var found: [(kind: UserText.Kind, user: User)] = []
            for (kind, selector) in name.selectors {
                guard let user = try await users.find(selector, in: pool) else { continue }
                if !found.contains(where: { $0.user.id == user.id }) { found.append((kind, user)) }
            }
            guard let first = found.first else {
                throw AdminError(.notFound, "there is no user '\(name.text)'")
            }
            // Users choose their addresses and names: one could take the id of another.
            guard found.count == 1 else { throw name.ambiguity(found.map { $0.kind }) }
            administration.note("user", first.user.id.rawValue)
            return first.user
        }
    }

    /// The ID of a user that an administrator names.
    ///
    /// An ID is not looked up: a deleted user has one, too. A name without its kind is an e-mail address, or else an ID.
    func userID(named name: String, in pool: UserPool) async throws -> UserID {
        let name = UserText(name)
        let kind = name.kind ?? (name.text.contains("@") ? .email : .id)
        if kind == .id { return UserID(rawValue: name.text) }
        guard let user = try await users.find(name.selector(kind), in: pool) else {
            throw AdminError(.notFound, "there is no user '\(name.text)'")
        }
        return user.id
    }
}

/// The way in which an administrator names a user: an id, an e-mail address, a phone number or a user name.
///
/// `id:`, `email:`, `phone:` or `name:` says which.
private struct UserText {
    enum Kind: String, CaseIterable {
        case id, email, phone, name

        var description: String {
            switch self {
            case .id: "the id"
            case .email: "the e-mail address"
            case .phone: "the phone number"
            case .name: "the user name"
            }
        }
    }

    /// Without the kind.
    let text: String
    /// `nil` if the text does not say which.
    let kind: Kind?
    private let whole: String

    init(_ text: String) {
        let kind = Kind.allCases.first { text.hasPrefix(exact: "\($0.rawValue):") }
        self.text = kind.flatMap { String(text.utf8.dropFirst($0.rawValue.utf8.count + 1)) } ?? text
        self.kind = kind
        whole = text
    }

    func selector(_ kind: Kind) -> UserSelector {
        switch kind {
        case .id: .id(UserID(rawValue: text))
        case .email: .email(text)
        case .phone: .phoneNumber(text)
        case .name: .userName(text)
        }
    }

    var selectors: [(Kind, UserSelector)] {
        // An id may begin like a kind.
        (kind == nil ? [] : [(.id, .id(UserID(rawValue: whole)))])
            + (kind.map { [$0] } ?? Kind.allCases).map { ($0, selector($0)) }
    }

    func ambiguity(_ kinds: [Kind]) -> AdminError {
        let owners = kinds.map(\.description).joined(separator: " of one user and ")
        let forms = kinds.map { "'\($0.rawValue):\($0 == .id ? whole : text)'" }.joined(separator: " or ")
        guard kind == nil else {
            return AdminError(.conflict, "'\(whole)' names two users: write 'id:' and the id of the user")
        }
        return AdminError(.conflict, "'\(text)' is \(owners) of another: write \(forms)")
    }
}
