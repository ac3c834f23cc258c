import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import Testing

/// U13: any back end can verify the tokens.
@Suite struct KeyTests {
    @Test(
        "a token verifies under the published keys, by every document",
        arguments: TokenPolicy.SigningAlgorithm.allCases
    )
    func tokenVerifiesUnder(
        _ algorithm: TokenPolicy.SigningAlgorithm
    ) async throws {
        var policy = Policy()
        policy.tokens.signingAlgorithm = algorithm
        let server = try await APIServer(policy: policy)
        let token = await server.signUp().string("idToken")
        for path in [
            "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            "/demo/.well-known/jwks.json",
        ] {
            let response = await server.get(path)
            #expect(response.fields[.cacheControl] == "public, max-age=300")
            let keys = try JSONWebKeySet(parsing: Array(response.text.utf8))
            let verified = try TokenVerifier(keys: keys.byID).verify(token)
            #expect(verified.algorithm.rawValue == algorithm.rawValue)
        }
    }

    @Test(
        "certificates go by key id",
        arguments: [
            "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
            "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
            "/identitytoolkit/v3/relyingparty/publicKeys",
        ]
    )
    func certificatesGoKey(_ path: String) async throws {
        let server = try await APIServer()
        let certificates = await server.get(path).json?.object ?? [:]
        let ids = ["demo", "other"].flatMap {
            server.projects.publicKeys(of: ProjectID(rawValue: $0)).map(\.id)
        }
        #expect(certificates.map(\.name).sorted() == ids.sorted())
        #expect(
            certificates.map(\.value).allSatisfy {
                $0.string?.hasPrefix("-----BEGIN CERTIFICATE-----\n") == true
            }
        )
    }

    @Test("a project publishes the configuration that an OpenID Connect client needs")
    func projectTellsOpenID() async throws {
        let server = try await APIServer()
        let expected: JSONValue = [
            "issuer": "https://id.example/demo",
            "jwks_uri": "https://id.example/demo/.well-known/jwks.json",
            "token_endpoint": "https://id.example/oauth2/token",
            "revocation_endpoint": "https://id.example/oauth2/revoke",
            "introspection_endpoint": "https://id.example/oauth2/introspect",
            "grant_types_supported": ["refresh_token"],
            "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
            "response_types_supported": ["id_token"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"],
        ]
        #expect(await server.get("/demo/.well-known/openid-configuration").json == expected)
    }

    @Test("a project that is not there has no keys", arguments: ["jwks.json", "openid-configuration"])
    func projectThereKeys(_ document: String) async throws {
        #expect(try await APIServer().get("/nowhere/.well-known/\(document)").status == 404)
    }

    @Test("after a rotation both keys are published")
    func afterRotationBoth() async throws {
        let server = try await APIServer()
        try await server.projects.rotateSigningKey(of: server.project.id, by: .server)
        #expect(await server.get("/demo/.well-known/jwks.json")["keys"]?.array?.count == 2)
    }
}
