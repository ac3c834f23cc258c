import CardeaEncodings
import CardeaIdentityDomain

/// A user of an import with its identities.
struct ImportedUser: Sendable {
    var user: User
    let identities: [FederatedIdentity]
}

/// One transaction of an import: decides what becomes of each user, in their order.
struct ImportStep: Sendable {
    let users: [Result<ImportedUser, UserImportError>]
    let existing: UserImport.ExistingUsers
    let now: Timestamp

    /// The users that the new ones could collide with.
    func lookup(in pool: UserPool) -> UsersLookup {
        let valid = users.compactMap { try? $0.get().user }
        return UsersLookup(
            in: pool,
            ids: valid.map(\.id),
            emails: valid.compactMap(\.email),
            phoneNumbers: valid.compactMap(\.phoneNumber),
            userNames: valid.compactMap(\.userName),
            skeletons: valid.compactMap(\.uniqueName?.skeleton),
            identities: valid.flatMap(\.identities)
        )
    }

    /// The same in two steps.
    var halves: [ImportStep] {
        [users.prefix(users.count / 2), users.dropFirst(users.count / 2)].map {
            ImportStep(users: Array($0), existing: existing, now: now)
        }
    }

    func decision(_ found: [User]) -> Decision<[UserImport.Outcome]> {
        var pool = KnownUsers(found)
        var changes: [Change] = []
        let outcomes = users.map { result -> UserImport.Outcome in
            do throws(UserImportError) {
                return try add(result.get(), to: &pool, &changes)
            } catch {
                return .rejected(error)
            }
        }
        return Decision(changes, outcomes)
    }

    private func add(
        _ imported: ImportedUser,
        to known: inout KnownUsers,
        _ changes: inout [Change]
    ) throws(UserImportError) -> UserImport.Outcome {
        var user = imported.user
        let former = known.user(user.id)
        if former != nil {
            switch existing {
            case .reject: throw .userExists
            case .skip: return .skipped
            case .replace: break
            }
        }
        if let email = user.email, let owner = known.owner(of: email), owner != user.id {
            throw .emailExists
        }
        if let number = user.phoneNumber, let owner = known.owner(of: number), owner != user.id {
            throw .phoneNumberExists
        }
        for identity in user.identities {
            if let owner = known.owner(of: identity), owner != user.id { throw .identityExists }
        }
        if let name = user.userName, let owner = known.owner(ofName: name), owner != user.id {
            throw .userNameExists
        }
        // A name that looks like another one is not a mistake of its user: it comes from a system that allowed both.
        if let name = user.uniqueName, let owner = known.owner(ofSkeletonOf: name), owner != user.id {
            user.uniqueName = name.exempt
        }
        guard let former else {
            changes += [.user(.insert(user))] + imported.identities.map { .identity($0.saved(among: [])) }
            known.set(user)
            return .created
        }
        (user.epoch, user.revision, user.validSince) = (former.epoch, former.revision, former.validSince)
        user.beginEpoch(at: now)
        changes += [
            .user(.replace(user)),
            .endOfSessions(of: user, .administrator, at: now),
            .actionCode(.deleteAll(of: user.id, user.pool)),
        ]
        let removed = former.identities.filter { !user.identities.contains($0) }
        changes += removed.map { .identity(.delete($0, user.pool)) }
        changes += imported.identities.map { .identity($0.saved(among: former.identities)) }
        user.revision += 1
        known.set(user)
        return .replaced
    }
}

/// The users that a step has found and made so far.
private struct KnownUsers {
    private var users: [UserID: User] = [:]
    private var emails: [EmailAddress: UserID] = [:]
    private var phoneNumbers: [ExactText: UserID] = [:]
    private var identities: [ProviderSubject: UserID] = [:]
    private var userNames: [ExactText: UserID] = [:]
    private var skeletons: [ExactText: UserID] = [:]

    init(_ found: [User]) {
        for user in found { set(user) }
    }

    func user(_ id: UserID) -> User? { users[id] }
    func owner(of email: EmailAddress) -> UserID? { emails[email] }
    func owner(of phoneNumber: String) -> UserID? { phoneNumbers[phoneNumber.exact] }
    func owner(ofName userName: String) -> UserID? { userNames[userName.exact] }
    func owner(ofSkeletonOf name: UniqueUserName) -> UserID? {
        name.skeleton.flatMap { skeletons[$0.exact] }
    }

    func owner(of identity: ProviderSubject) -> UserID? { identities[identity] }

    mutating func set(_ user: User) {
        if let former = users.updateValue(user, forKey: user.id) {
            if let email = former.email { emails[email] = nil }
            if let number = former.phoneNumber { phoneNumbers[number.exact] = nil }
            if let name = former.userName { userNames[name.exact] = nil }
            if let skeleton = former.uniqueName?.skeleton { skeletons[skeleton.exact] = nil }
            for identity in former.identities { identities[identity] = nil }
        }
        if let email = user.email { emails[email] = user.id }
        if let number = user.phoneNumber { phoneNumbers[number.exact] = user.id }
        if let name = user.userName { userNames[name.exact] = user.id }
        if let skeleton = user.uniqueName?.skeleton { skeletons[skeleton.exact] = user.id }
        for identity in user.identities { identities[identity] = user.id }
    }
}
