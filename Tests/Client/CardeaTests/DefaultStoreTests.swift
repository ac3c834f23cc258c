@testable import Cardea
import CardeaEncodings
import CardeaSession
import Foundation
import Testing

/// The default store of a client, and that of earlier versions.
@Suite struct DefaultStoreTests {
    let directory = FileManager.default.temporaryDirectory.appending(path: "cardea-\(UUID())/session")

    private func named(_ name: String) -> any CredentialStore {
        EncryptedFileStore(directory: directory, name: name)
    }

    private func store(
        _ server: ServerAddress,
        key: String = "key",
        tenant: String? = nil
    ) -> any CredentialStore {
        CardeaClient.Configuration.systemStore(server: server, apiKey: key, tenant: tenant, named: named)
    }

    private func server(_ url: String) throws -> ServerAddress {
        .cardea(try #require(URL(string: url)))
    }

    /// A record whose token has an issuer, with a signature or without.
    private func record(issuer: String?, isSigned: Bool = true) -> CredentialRecord {
        var token = "opaque"
        if let issuer {
            let payload = Base64URL.encode(Array(#"{"iss":"\#(issuer)","sub":"ada"}"#.utf8))
            token = "e30.\(payload).\(isSigned ? "c2ln" : "")"
        }
        return CredentialRecord(
            version: .init(session: "s", revision: 1),
            generation: 1,
            credential: SessionCredential(accessToken: SessionSecret(token))
        )
    }

    @Test("servers, projects and tenants have stores of their own; one server has one (S3)")
    func apart() async throws {
        defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
        let production = try server("https://id.example.com")
        try await store(production).save(record(issuer: nil), replacing: nil)
        for other in [
            store(try server("http://id.example.com")), store(try server("https://id.example.com:8443")),
            store(try server("https://id.example.com/auth")), store(try server("https://id.example.org")),
            store(production, key: "other"), store(production, tenant: "acme"),
            store(.googleIdentityPlatform),
            store(.emulator(try #require(URL(string: "http://127.0.0.1:9099")))),
        ] {
            #expect(try await other.load() == nil)
        }
        for same in ["https://id.example.com/", "HTTPS://ID.example.com:443"] {
            #expect(try await store(server(same)).load() != nil)
        }
    }

    @Test(
        "a record that an earlier version stored is moved once, to the store of its server (S3)",
        arguments: [
            ("https://id.example.com", nil, true, true), ("http://127.0.0.1:8080", nil, true, true),
            ("https://id.example.com", "https://id.example.com/shop", true, true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/shop", true, true),
            ("https://id.example.com", "https://staging.example.com/shop", true, false),
            ("https://id.example.com", "https://id.example.com:8443/shop", true, false),
            ("https://id.example.com", "https://securetoken.google.com/shop", true, true),
            ("https://id.example.com", "http://127.0.0.1:8080/shop", true, true),
            ("https://identitytoolkit.googleapis.com", "https://securetoken.google.com/shop", true, true),
            ("https://identitytoolkit.googleapis.com", "https://id.example.com/shop", true, false),
            ("http://127.0.0.1:8080", "https://id.example.com/shop", true, false),
            ("http://127.0.0.1:9099", "https://securetoken.google.com/shop", true, false),
            ("http://127.0.0.1:9099", "https://securetoken.google.com/shop", false, true),
            ("https://id.example.com", "https://securetoken.google.com/shop", false, false),
        ]
    )
    func moved(address: String, issuer: String?, isSigned: Bool, isMoved: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
        let stored = record(issuer: issuer, isSigned: isSigned)
        try await named("key.acme").save(stored, replacing: nil)
        let store = store(try server(address), tenant: "acme")
        #expect(try await store.load() == (isMoved ? stored : nil))
        #expect(try await named("key.acme").load() == (isMoved ? nil : stored))
        let later = self.store(try server(address), tenant: "acme")
        #expect(try await later.load() == (isMoved ? stored : nil))
        // A sign-in and a sign-out leave the record of another server as it is.
        let own = CredentialRecord(
            version: .init(session: "own", revision: 1),
            generation: 1,
            credential: stored.credential
        )
        try await later.save(own, replacing: nil)
        try await later.delete(own.version)
        #expect(try await named("key.acme").load() == (isMoved ? nil : stored))
    }
}
