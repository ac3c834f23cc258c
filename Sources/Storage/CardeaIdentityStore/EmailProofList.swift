internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension Schema {
    /// The accounts at providers that have proved a user's address, also after their links have ended.
    static let emailProofs = SQLMigration("2026-11-24-email-proofs") { sql in
        ["ALTER TABLE users ADD COLUMN email_proofs \(sql.text)"]
    }
}

/// The proofs of a user's address: a line for each, `milliseconds provider subject`.
///
/// No part has a line feed, and only the subject may have a space.
struct EmailProofList: SQLColumnValue {
    let list: [EmailProof]

    static func decode(_ cursor: inout SQLCursor) throws(SQLError) -> EmailProofList {
        if cursor.isAtNull {
            cursor.skip(1)
            return EmailProofList(list: [])
        }
        var list: [EmailProof] = []
        for line in try cursor.text().split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let at = Int64(parts[0]),
                let provider = ProviderID(rawValue: String(parts[1])),
                let id = ProviderSubject(provider, String(parts[2]))
            else { throw .damaged("A stored list of proofs of an address is not valid.") }
            list.append(EmailProof(by: id, at: Timestamp(milliseconds: at)))
        }
        return EmailProofList(list: list)
    }

    var sqlValue: SQLValue {
        guard !list.isEmpty else { return .null }
        let lines = list.map {
            "\($0.at.milliseconds) \($0.identity.provider.rawValue) \($0.identity.subject)"
        }
        return .text(lines.joined(separator: "\n"))
    }
}
