internal import CardeaEncodings
internal import CardeaSession
internal import Foundation

/// The default store of earlier versions, as far as it is for one server.
///
/// Its name had the API key alone. So all servers with one key shared it, such as production and an emulator. A record of
/// another server is neither read nor deleted.
struct FormerDefaultStore: CredentialStore {
    let store: any CredentialStore
    let server: ServerAddress

    func load() async throws(StoreError) -> CredentialRecord? {
        guard let record = try await store.load(), server.mayHaveIssued(record.credential.accessToken) else {
            return nil
        }
        return record
    }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await store.save(record, replacing: version)
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        let record: CredentialRecord?
        do throws(StoreError) {
            record = try await load()
        } catch  where error.code == .damaged {
            return try await store.delete(nil)
        }
        if let record { try await store.delete(version ?? record.version) }
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await store.exclusiveAccess()
    }
}

extension ServerAddress {
    /// The address in one spelling, for the name of a store.
    var storeName: String {
        guard let origin = WebOrigin(accounts) else { return accounts.absoluteString }
        let path = accounts.path().split(separator: "/").map { "/\($0)" }.joined()
        return origin.usualSpelling + path
    }

    /// Whether a token may be from this server, as far as its issuer says.
    ///
    /// Any server can have Google's issuer. Of these, only an emulator signs nothing, and only an emulator has no TLS. Any other
    /// issuer is the address of its server, unless it is this device: a server behind a proxy may not know its address.
    fileprivate func mayHaveIssued(_ token: SessionSecret) -> Bool {
        guard let claims = TokenPayload(unverified: token.reveal()),
            let issuer = claims.text("iss").flatMap({ WebOrigin($0) }), !issuer.isLoopback,
            let own = WebOrigin(accounts)
        else { return true }
        guard issuer.host.exact == "securetoken.google.com" else { return issuer == own }
        let isSigned = token.reveal().utf8.last != UInt8(ascii: ".")
        return isSigned == own.isSecure
    }
}

extension WebOrigin {
    /// Whether it is this device for each device, and so names no server.
    fileprivate var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].contains(exact: host) }
}
