internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The columns and statements of users.
enum Users {
    static let id = Columns<UserID>("id")
    private static let email = Columns<EmailAddress?>("email")
    private static let isEmailVerified = Columns<Bool>("email_verified")
    private static let displayName = Columns<String?>("display_name")
    private static let photoURL = Columns<String?>("photo_url")
    private static let phoneNumber = Columns<String?>("phone_number")
    private static let usesCustomTokens = Columns<Bool>("custom_auth")
    private static let identities = Columns<[ProviderSubject]>(
        Columns("identities")({ IdentityList(list: $0) })
    ) { $0.list }
    private static let customClaims = Columns<String?>("custom_claims")
    private static let isDisabled = Columns<Bool>("disabled")
    private static let uniqueName = Columns<UniqueUserName>(
        Columns("user_name")(\.text),
        Columns("user_name_skeleton")(\.skeleton)
    ) { UniqueUserName($0, skeleton: $1) }.optional
    private static let epoch = Columns<Int64>("epoch")
    private static let validSince = Columns<Timestamp>("valid_since")

    private static let createdAt = Columns<Timestamp>("created_at")
    private static let recycling = Columns<Recycling>(
        Columns("recycled_by")(\.provider),
        Columns("recycled_at")(\.at)
    ) { Recycling(by: $0, at: $1) }.optional

    private static let emailProofs = Columns<[EmailProof]>(
        Columns("email_proofs")({ EmailProofList(list: $0) })
    ) { $0.list }

    private static let key = Columns<User>(
        UserPool.columns(\.pool),
        id(\.id),
        createdAt(\.createdAt)
    ) {
        User(id: $1, pool: $0, createdAt: $2)
    }

    /// The columns of a person: an update replaces them, and the deletion of a user with many sessions empties them.
    private static let personal: [Field<User>] = [
        Field(\.email, email),
        Field(\.initialEmail, "initial_email"),
        Field(\.recycling, recycling),
        Field(\.emailProofs, emailProofs),
        Field(\.isEmailVerified, isEmailVerified),
        Field(\.signsInByEmailLink, "email_link"),
        Field(\.displayName, displayName),
        Field(\.photoURL, photoURL),
        Field(\.phoneNumber, phoneNumber),
        Field(\.uniqueName, uniqueName),
        Field(\.passwordHash, "password_hash"),
        Field(\.passwordChangedAt, "password_changed_at"),
        Field(\.usesCustomTokens, usesCustomTokens),
        Field(\.identities, identities),
        Field(\.customClaims, customClaims),
        Field(\.isDisabled, isDisabled),
        Field(\.lastSignedInAt, "last_signed_in_at"),
    ]

    /// The columns by which earlier sessions are void.
    private static let epochs: [Field<User>] = [Field(\.epoch, epoch), Field(\.validSince, validSince)]

    static let table = Table<User>(
        "users",
        unique: [
            .inPool("id", means: .userID),
            .inPool("email", means: .email),
            .inPool("phone_number", means: .phoneNumber),
            .inPool("user_name", means: .userName),
            .inPool("user_name_skeleton", means: .userName),
        ],
        Columns(key, personal + epochs + [Field(\.revision, "revision")])
    )

    /// The columns that a refresh reads: neither the password's hash nor values that tokens do not contain.
    static let tokenView = RowView<TokenUser>(
        id.names + email.names + isEmailVerified.names + displayName.names + photoURL.names
            + phoneNumber.names + ["password_hash IS NOT NULL"] + usesCustomTokens.names + identities.names
            + customClaims.names + isDisabled.names + epoch.names + validSince.names
    ) { cursor throws(SQLError) in
        TokenUser(
            id: try cursor.next(),
            email: try cursor.next(),
            isEmailVerified: try cursor.next(),
            displayName: try cursor.next(),
            photoURL: try cursor.next(),
            phoneNumber: try cursor.next(),
            hasPassword: try cursor.next(),
            usesCustomTokens: try cursor.next(),
            identities: try IdentityList.decode(&cursor).list,
            customClaims: try cursor.next(),
            isDisabled: try cursor.next(),
            epoch: try cursor.next(),
            validSince: try cursor.next()
        )
    }

    static let inPool = "project = :project AND tenant = :tenant"
    static let byKey = "\(inPool) AND id = :id"
    /// A deleted user is not found, also while some of its sessions still exist.
    static let isPresent = "deleted_at IS NULL"

    static let lockByID = table.lock("SELECT :project, :tenant, :id")
    static let lockByUserID = table.lock("SELECT :project, :tenant, :user_id")
    static let byID = table.select("\(byKey) AND \(isPresent)", locking: lockByID)
    static let byEmail = one("email = :email")
    static let byPhoneNumber = one("phone_number = :phone_number")
    static let byUserName = one("user_name = :user_name")
    static let withoutSkeleton = table.select(
        "user_name IS NOT NULL AND user_name_skeleton IS NULL LIMIT :limit"
    )
    static let bySession = Select(
        table.columns.view.of("u"),
        """
        FROM sessions s JOIN users u ON u.project = s.project AND u.tenant = s.tenant AND u.id = s.user_id \
        WHERE s.id = :session AND u.deleted_at IS NULL
        """,
        locking: table.lock("SELECT project, tenant, user_id FROM sessions WHERE id = :session")
    )
    static let page = table.select("\(inPool) AND id > :after AND \(isPresent) ORDER BY id LIMIT :limit")
    static let deleted = Select(
        RowView<DeletedUser>(UserPool.columns.view, id.view, Columns<Timestamp>("deleted_at").view) {
            DeletedUser(pool: $0, id: $1, deletedAt: $2)
        },
        "FROM users WHERE deleted_at IS NOT NULL LIMIT 1"
    )

    private static let details = (personal + epochs).flatMap(\.names)
    static let update = table.rowUpdate(
        details,
        ["revision = revision + 1"],
        where: "\(byKey) AND revision = :revision"
    )
    static let replace = table.rowUpdate(
        createdAt.names + details,
        ["revision = revision + 1"],
        where: "\(byKey) AND revision = :revision"
    )
    /// Deletes a user with its sessions, if they are few.
    static let delete = SQLStatement("DELETE FROM users WHERE \(byKey) AND \(Sessions.areFewOfUser)")
    static let deleteRemainder = SQLStatement("DELETE FROM users WHERE \(byKey) AND deleted_at IS NOT NULL")
    /// Deletes everything personal of a user that has more sessions than are deleted at once.
    static let clear = table.update(
        personal.flatMap(\.names),
        ["deleted_at = :deleted_at", "revision = revision + 1"],
        where: "\(byKey) AND \(isPresent)"
    )

    /// The user of a pool with a unique property.
    private static func one(_ condition: String) -> Select<User> {
        table.select("\(inPool) AND \(condition)", locking: table.lock(where: "\(inPool) AND \(condition)"))
    }

    static func arguments(_ id: UserID, _ pool: UserPool) -> SQLArguments {
        UserPool.columns.arguments(pool).merging(["id": id.sqlValue]) { $1 }
    }

    /// A condition that a column of the key has one of some values, with parameters from a number on.
    static func isOne(of count: Int, _ column: String, from number: Int) -> String {
        let list = (0..<count).map { "?\(number + $0)" }.joined(separator: ", ")
        return "\(column) IN (\(list))"
    }

    /// The users of a pool that have one of some values in one of some columns, each user once.
    ///
    /// A list of values is joined in this order, so that an index is searched for each value. For `IN`, SQLite would read all
    /// users of the pool: it expects a pool to have fewer users than the list has values.
    ///
    /// - Parameters:
    ///   - properties: The columns with the numbers of their values, at least one of each. Parameter 1 is the project, 2
    ///     the tenant; the values follow.
    ///   - identities: The number of identities, whose providers and subjects follow.
    ///   - isReused: Whether it is worth keeping prepared.
    /// - Returns: The query.
    static func having(
        oneOf properties: [(column: String, count: Int)],
        identities: Int,
        isReused: Bool = false
    ) -> Select<User> {
        var number = 2
        let lists = properties.map { column, count in
            let rows = (0..<count).map { "(?\(number + 1 + $0))" }.joined(separator: ", ")
            number += count
            return "\(column)_list(value) AS (VALUES \(rows))"
        }
        var branches = properties.map { column, _ in
            """
            SELECT \(table.columns.view.list) FROM \(column)_list CROSS JOIN users \
            WHERE project = ?1 AND tenant = ?2 AND \(column) = \(column)_list.value AND \(isPresent)
            """
        }
        if identities > 0 { branches.append(Identities.owners(identities, from: number + 1)) }
        let with = lists.isEmpty ? "" : "WITH \(lists.joined(separator: ", ")) "
        let union = "\(with)\(branches.joined(separator: " UNION "))"
        return Select(table.columns.view, "FROM (\(union)) found", isReused: isReused)
    }

    /// A column by which users are found, with the statements for lists of its values.
    struct Property: Sendable {
        static let id = Property("id")
        static let email = Property("email")
        static let phoneNumber = Property("phone_number")
        static let userName = Property("user_name")
        static let skeleton = Property("user_name_skeleton")

        let column: String
        let list: ListSelect<User>

        private init(_ column: String) {
            self.column = column
            list = ListSelect { count, isReused in
                having(oneOf: [(column, count)], identities: 0, isReused: isReused)
            }
        }
    }

    static let byIdentities = ListSelect(columns: 2) { count, isReused in
        having(oneOf: [], identities: count, isReused: isReused)
    }
}

extension User {
    /// A deleted user, which stays in the store until its sessions are deleted.
    fileprivate init(remainderOf id: UserID, in pool: UserPool, deletedAt: Timestamp) {
        self.init(id: id, pool: pool, createdAt: deletedAt)
        isDisabled = true
    }
}

extension UserChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let user):
                return [Users.table.insertion(user)]
            case .update(let user):
                return [Users.update(user)]
            case .replace(let user):
                return [Users.replace(user)]
            case .delete(let id, let pool, let at):
                var key = Users.arguments(id, pool)
                key["deleted_at"] = at.sqlValue
                key["user_id"] = id.sqlValue
                let remainder = User(remainderOf: id, in: pool, deletedAt: at)
                let emptied = Users.table.columns.arguments(remainder).merging(key) { $1 }
                return [
                    try SQLWrite(Tombstones.insertOfUser, key, changing: .any),
                    try SQLWrite(ActionCodes.deleteOfUser, key, changing: .any),
                ] + (try IdentityChange.deletions(of: id, pool)) + [
                    try SQLWrite(Users.delete, key, changing: .any),
                    try SQLWrite(Users.clear, emptied, changing: .any),
                ]
            case .deleteRemainder(let id, let pool):
                return [try SQLWrite(Users.deleteRemainder, Users.arguments(id, pool), changing: .any)]
            }
        }
    }
}
