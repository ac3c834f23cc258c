public import Foundation

extension CredentialRecord {
    /// Writes the record, secrets in the clear: what a store encrypts, or hands to a keychain that does.
    public func encoded() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A flat structure of texts and finite numbers has no value that JSON could reject.
        return (try? encoder.encode(RecordForm(self))) ?? Data()
    }

    /// Reads what `encoded` wrote, by this or any later version that keeps the same meaning.
    ///
    /// - Throws: `StoreError` with the code `damaged`.
    public init(decoding data: Data) throws(StoreError) {
        do {
            self = try JSONDecoder().decode(RecordForm.self, from: data).record
        } catch {
            throw StoreError(.damaged, "not a credential record")
        }
    }
}

/// The stored form; the names are part of the format.
private struct RecordForm: Codable {
    let session: String
    let revision: UInt64
    let generation: UInt64
    let accessToken: String
    let refreshToken: String?
    let proofKey: String?
    let tokenType: String?
    let lifetime: Double?
    let receivedAt: Date?
    let profile: UserProfile?
    let attributes: [String: String]
    let attemptKey: String?
    let attemptTokenHash: Data?
    /// Absent in records of earlier versions.
    let replacedTokens: [Data]?

    init(_ record: CredentialRecord) {
        session = record.version.session
        revision = record.version.revision
        generation = record.generation
        accessToken = record.credential.accessToken.reveal()
        refreshToken = record.credential.refreshToken?.reveal()
        proofKey = record.credential.proofKey?.reveal()
        tokenType = record.credential.tokenType?.rawValue
        lifetime = record.credential.lifetime.map { $0 / .seconds(1) }
        receivedAt = record.credential.receivedAt
        profile = record.credential.profile
        attributes = record.credential.attributes
        attemptKey = record.attempt?.idempotencyKey
        attemptTokenHash = record.attempt?.tokenHash
        replacedTokens = record.replacedTokens.isEmpty ? nil : record.replacedTokens
    }

    var record: CredentialRecord {
        let attempt: CredentialRecord.JournaledAttempt? =
            if let attemptKey, let attemptTokenHash {
                .init(idempotencyKey: attemptKey, tokenHash: attemptTokenHash)
            } else {
                nil
            }
        var credential = SessionCredential(
            accessToken: SessionSecret(accessToken),
            refreshToken: refreshToken.map(SessionSecret.init),
            proofKey: proofKey.map(SessionSecret.init),
            lifetime: lifetime.map { .seconds($0) },
            receivedAt: receivedAt,
            profile: profile,
            attributes: attributes
        )
        credential.tokenType = tokenType.map(SessionCredential.TokenType.init)
        return CredentialRecord(
            .init(session: session, revision: revision),
            generation,
            credential,
            attempt,
            replacedTokens: replacedTokens ?? []
        )
    }
}
