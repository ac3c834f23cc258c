internal import CardeaIdentityDomain
internal import CardeaSQLCore

/// The statements on accounts.
enum UserTable {
    /// What identifies an account, then the rest, in the order in which `User` reads and writes them.
    static let keys = ["project", "tenant", "id"]
    static let details = [
        "created_at", "email", "email_verified", "display_name", "photo_url", "phone_number", "password_hash",
        "password_changed_at", "custom_claims", "disabled", "last_signed_in_at", "epoch", "valid_since",
        "revision",
    ]

    private static let columns = (keys + details).joined(separator: ", ")
    private static let byKey = "project = ?1 AND tenant = ?2 AND"
    /// A deleted account whose sessions have not all been deleted yet is nobody's any more.
    private static let stands = "deleted_at IS NULL"

    static let byID = SQLStatement("SELECT \(columns) FROM users WHERE \(byKey) id = ?3 AND \(stands)")
    static let byEmail = SQLStatement("SELECT \(columns) FROM users WHERE \(byKey) email = ?3")
    static let byPhoneNumber = SQLStatement("SELECT \(columns) FROM users WHERE \(byKey) phone_number = ?3")
    static let page = SQLStatement(
        "SELECT \(columns) FROM users WHERE \(byKey) id > ?3 AND \(stands) ORDER BY id LIMIT ?4"
    )

    static let insert = SQLStatement(
        "INSERT INTO users (\(columns)) VALUES (\(SQLStatement.placeholders(keys.count + details.count)))"
    )
    /// Takes all columns, and the revision that is expected in place of the new one.
    static let update: SQLStatement = {
        let settings = details.dropLast().enumerated().map { "\($1) = ?\(keys.count + $0 + 1)" }
        let revision = keys.count + details.count
        return SQLStatement(
            """
            UPDATE users SET \(settings.joined(separator: ", ")), revision = revision + 1 \
            WHERE \(byKey) id = ?3 AND revision = ?\(revision)
            """
        )
    }()
    /// Deletes an account with its sessions, if they are few.
    static let delete = SQLStatement(
        "DELETE FROM users WHERE \(byKey) id = ?3 AND \(SessionTable.areFewOfUser)"
    )
    /// Deletes what is left of an account when its last session is gone.
    static let deleteRemains = SQLStatement(
        "DELETE FROM users WHERE \(byKey) id = ?3 AND deleted_at IS NOT NULL"
    )
    /// Takes all that is personal from an account that has more sessions than are deleted at once.
    static let vacate = SQLStatement(
        """
        UPDATE users SET deleted_at = ?4, email = NULL, email_verified = 0, display_name = NULL, photo_url = NULL, \
        phone_number = NULL, password_hash = NULL, custom_claims = NULL, disabled = 1, revision = revision + 1 \
        WHERE \(byKey) id = ?3 AND \(stands)
        """
    )
    static let remains = SQLStatement(
        "SELECT project, tenant, id, deleted_at FROM users WHERE deleted_at IS NOT NULL LIMIT 1"
    )
}

extension User {
    /// Reads the columns of `UserTable.keys` and `details`.
    init(_ columns: inout SQLColumnCursor) throws(SQLError) {
        let pool = try columns.pool()
        try self.init(id: UserID(rawValue: try columns.text()), pool: pool, details: &columns)
    }

    /// Reads the columns of `UserTable.details`.
    init(id: UserID, pool: UserPool, details columns: inout SQLColumnCursor) throws(SQLError) {
        self.init(id: id, pool: pool, createdAt: try columns.timestamp())
        if let text = try columns.optionalText() {
            guard let address = EmailAddress(text) else { throw .damaged("A user's e-mail address is none.") }
            email = address
        }
        isEmailVerified = try columns.flag()
        displayName = try columns.optionalText()
        photoURL = try columns.optionalText()
        phoneNumber = try columns.optionalText()
        passwordHash = try columns.optionalText()
        passwordChangedAt = try columns.optionalTimestamp()
        customClaims = try columns.optionalText()
        isDisabled = try columns.flag()
        lastSignedInAt = try columns.optionalTimestamp()
        epoch = try columns.integer()
        validSince = try columns.timestamp()
        revision = try columns.integer()
    }

    /// The columns of `UserTable.keys` and `details`.
    var values: [SQLValue] {
        [
            .text(pool.project.rawValue),
            SQLValue(orEmpty: pool.tenant?.rawValue),
            .text(id.rawValue),
            SQLValue(createdAt),
            SQLValue(email?.description),
            SQLValue(isEmailVerified),
            SQLValue(displayName),
            SQLValue(photoURL),
            SQLValue(phoneNumber),
            SQLValue(passwordHash),
            SQLValue(passwordChangedAt),
            SQLValue(customClaims),
            SQLValue(isDisabled),
            SQLValue(lastSignedInAt),
            .integer(epoch),
            SQLValue(validSince),
            .integer(revision),
        ]
    }
}
