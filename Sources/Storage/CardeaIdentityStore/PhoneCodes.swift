internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension PhoneCode.Purpose: SQLColumnValue {}

/// The columns and statements of the codes that are sent to phone numbers.
enum PhoneCodes {
    private static let id = Columns<[UInt8]>("id")

    static let table = Table<PhoneCode>(
        "phone_codes",
        unique: [UniqueKey("id")],
        Columns(
            id(\.id),
            Columns("purpose")(\.purpose),
            UserPool.columns(\.pool),
            Columns("phone_number")(\.phoneNumber),
            Columns("user_id")(\.user),
            Columns("code_hash")(\.codeHash),
            Columns("maximum_attempts")(\.maximumAttempts),
            Columns("created_at")(\.createdAt),
            Columns("expires_at")(\.expiresAt),
            Columns("attempts")(\.attempts)
        ) { id, purpose, pool, phoneNumber, user, codeHash, maximumAttempts, createdAt, expiresAt, attempts in
            var code = PhoneCode(
                id: id,
                purpose: purpose,
                pool: pool,
                phoneNumber: phoneNumber,
                user: user,
                codeHash: codeHash,
                maximumAttempts: maximumAttempts,
                createdAt: createdAt,
                expiresAt: expiresAt
            )
            code.attempts = attempts
            return code
        }
    )

    static let migration = SQLMigration("2026-11-23-phone-codes") { sql in
        [
            """
            CREATE TABLE phone_codes (
                id \(sql.blob) NOT NULL PRIMARY KEY,
                purpose \(sql.text) NOT NULL,
                project \(sql.text) NOT NULL,
                tenant \(sql.text) NOT NULL,
                phone_number \(sql.text) NOT NULL,
                code_hash \(sql.blob) NOT NULL,
                maximum_attempts \(sql.integer) NOT NULL,
                created_at \(sql.integer) NOT NULL,
                expires_at \(sql.integer) NOT NULL,
                attempts \(sql.integer) NOT NULL
            ) \(sql.clusteredTableOptions)
            """,
            "CREATE INDEX phone_codes_expires_at ON phone_codes (expires_at)",
        ]
    }

    /// A proof that was stored before this migration names no user, and is void.
    static let proofs = SQLMigration("2026-11-24-phone-proofs") { sql in
        ["ALTER TABLE phone_codes ADD COLUMN user_id \(sql.text)"]
    }

    /// The user who has the number.
    static let owner = Select(
        Users.table.columns.view.of("u"),
        """
        FROM phone_codes c JOIN users u \
        ON u.project = c.project AND u.tenant = c.tenant AND u.phone_number = c.phone_number \
        WHERE c.id = :id AND u.deleted_at IS NULL
        """,
        locking: Users.table.lock(
            """
            SELECT u.project, u.tenant, u.id FROM phone_codes c JOIN users u \
            ON u.project = c.project AND u.tenant = c.tenant AND u.phone_number = c.phone_number WHERE c.id = :id
            """
        )
    )
    static let byID = table.select("id = :id", locking: table.lock("SELECT :id"))
    static let expired = table.select(id.view, "expires_at < :before LIMIT :limit")
    static let countFailure = SQLStatement(
        "UPDATE phone_codes SET attempts = attempts + 1 WHERE id = :id AND attempts = :attempts"
    )
    static let delete = SQLStatement("DELETE FROM phone_codes WHERE id = :id")
}

extension PhoneCodeChange {
    var writes: [SQLWrite] {
        get throws(SQLError) {
            switch self {
            case .insert(let code):
                return [PhoneCodes.table.insertion(code)]
            case .countSent(let count, let emptyAt, let now):
                return try PhoneCodeCounts.writes(count, emptyAt, now: now)
            case .countFailure(let code):
                let values = [code.id.sqlValue, code.attempts.sqlValue]
                return [SQLWrite(PhoneCodes.countFailure, values, changing: .exactlyOne)]
            case .consume(let id):
                return [SQLWrite(PhoneCodes.delete, [id.sqlValue], changing: .exactlyOne)]
            case .delete(let id):
                return [SQLWrite(PhoneCodes.delete, [id.sqlValue], changing: .any)]
            }
        }
    }
}

extension SQLRowReader: PhoneCodeReader {
    func phoneCode(_ lookup: PhoneCodeLookup) throws(StoreError) -> PhoneCode? {
        try first(PhoneCodes.byID, [lookup.id.sqlValue])
    }

    func phoneCodeCounts(_ lookup: PhoneCodeCountsLookup) throws(StoreError) -> [Timestamp?] {
        var moments: [Timestamp?] = []
        for count in lookup.counts {
            moments.append(try first(PhoneCodeCounts.byKey, PhoneCodeCounts.arguments(count)))
        }
        return moments
    }

    func expiredPhoneCodes(_ lookup: ExpiredPhoneCodesLookup) throws(StoreError) -> [[UInt8]] {
        try all(PhoneCodes.expired, [lookup.before.sqlValue, Int64(lookup.limit).sqlValue])
    }
}
