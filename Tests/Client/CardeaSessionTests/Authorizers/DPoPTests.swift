import CardeaSession
import CardeaTesting
import CardeaCryptography
import CardeaEncodings
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct DPoPTests {
    /// A proof, read back and checked with the key that it names.
    struct Proof {
        let claims: JSONValue
        let thumbprint: String

        init?(_ request: CardeaRequest) {
            guard let parts = request.fields["dpop"]?.split(separator: "."), parts.count == 3,
                let header = Base64URL.decode(parts[0]).flatMap({ JSONValue(parsing: $0) }),
                let claims = Base64URL.decode(parts[1]).flatMap({ JSONValue(parsing: $0) }),
                let signature = Base64URL.decode(parts[2]),
                header["typ"]?.string == "dpop+jwt", header["alg"]?.string == "ES256",
                let jwk = header["jwk"], jwk["kty"]?.string == "EC", jwk["crv"]?.string == "P-256",
                jwk["d"] == nil,
                let x = jwk["x"]?.string.flatMap({ Base64URL.decode($0) }),
                let y = jwk["y"]?.string.flatMap({ Base64URL.decode($0) }),
                let key = try? PublicKey(.ec(x: x, y: y)),
                key.isValid(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
            else { return nil }
            self.claims = claims
            let text =
                #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))"}"#
            thumbprint = Base64URL.encode(SHA256.hash(Array(text.utf8)))
        }
    }

    let clock = ManualClock()

    func credential() throws -> SessionCredential {
        let key = try #require(DPoP.newKey())
        return SessionCredential(
            accessToken: SessionSecret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"),
            refreshToken: SessionSecret("r"),
            proofKey: key,
            lifetime: .seconds(3600)
        )
    }

    @Test(
        "a proof has method, address, token and time, and is signed by the key that it names (RFC 9449 §4.2)"
    )
    func proof() throws {
        let dpop = DPoP(clock: clock)
        let credential = try credential()
        var request = CardeaRequest(.post, Fixture.url("https://resource.example.org/protected?a=b#c"))
        dpop.authorize(&request, with: credential)
        let proof = try #require(Proof(request))
        #expect(request.fields[.authorization] == "DPoP Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
        #expect(proof.claims["htm"]?.string == "POST")
        #expect(proof.claims["htu"]?.string == "https://resource.example.org/protected")
        #expect(proof.claims["iat"]?.integer == 1_800_000_000)
        // The example of RFC 9449 §7.1.
        #expect(proof.claims["ath"]?.string == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
        #expect(proof.claims["nonce"] == nil)
        #expect(proof.thumbprint == credential.proofKey.flatMap(DPoP.thumbprint))
        let first = proof.claims["jti"]?.string
        dpop.authorize(&request, with: credential)
        #expect(Proof(request)?.claims["jti"]?.string != first)
    }

    @Test("a server's Date corrects the time of proofs, but not that of a response out of a cache")
    func serverDate() throws {
        let dpop = DPoP(clock: clock)
        let credential = try credential()
        var request = Fixture.request()
        var response = CardeaResponse(status: 200, fields: [.date: "Fri, 15 Jan 2027 09:00:00 GMT"])
        for (age, time) in [("3600", 1_800_000_000), ("0", 1_800_003_600)] {
            response.fields[.age] = age
            #expect(!dpop.wantsRepeat(of: request, after: response))
            dpop.authorize(&request, with: credential)
            #expect(Proof(request)?.claims["iat"]?.integer == Int64(time))
        }
    }

    @Test("a credential that is bound to no key goes as a bearer token")
    func unbound() {
        var request = Fixture.request()
        DPoP().authorize(&request, with: SessionCredential(accessToken: SessionSecret("t")))
        #expect(request.fields[.authorization] == "Bearer t")
        #expect(request.fields["dpop"] == nil)
    }

    @Test("the key stays with the credential after refreshes and restarts")
    func key() throws {
        let credential = try credential()
        let record = CredentialRecord(
            version: .init(session: "s", revision: 1),
            generation: 1,
            credential: credential
        )
        let stored = try CredentialRecord(decoding: record.encoded()).credential
        #expect(stored.proofKey == credential.proofKey)
        #expect(
            SessionCredential(accessToken: SessionSecret("n")).filled(from: stored).proofKey
                == credential.proofKey
        )
    }

    @Test("a token endpoint gets a proof with no token, and again with the nonce it names (§8)")
    func tokenEndpoint() async throws {
        let credential = try credential()
        let transport = ScriptedTransport { (request, _) throws(TransportError) in
            guard Proof(request)?.claims["nonce"]?.string == "n1" else {
                let body = Data(#"{"error":"use_dpop_nonce"}"#.utf8)
                return CardeaResponse(status: 400, fields: ["dpop-nonce": "n1"], body: body)
            }
            let body = Data(#"{"access_token":"new","token_type":"DPoP"}"#.utf8)
            return CardeaResponse(status: 200, fields: ["dpop-nonce": "n2"], body: body)
        }
        let refresher = OAuthTokenRefresher(
            endpoint: Fixture.url("https://as.example.com/token"),
            transport: transport,
            dpop: DPoP(clock: clock)
        )
        let refreshed = try await refresher.refresh(credential, attempt: RefreshAttempt(idempotencyKey: "k"))
        #expect(refreshed.accessToken == SessionSecret("new"))
        #expect(transport.requests.count == 2)
        #expect(transport.requests.allSatisfy { Proof($0)?.claims["ath"] == nil })
    }

    @Test("nonces belong to their origin, and the newest counts (§8.2)")
    func origins() throws {
        let dpop = DPoP(clock: clock)
        let credential = try credential()
        var one = CardeaRequest(.get, Fixture.url("https://one.example.com/a"))
        for nonce in ["n1", "n2"] {
            let response = CardeaResponse(status: 200, fields: ["dpop-nonce": nonce])
            #expect(!dpop.wantsRepeat(of: one, after: response))
        }
        dpop.authorize(&one, with: credential)
        #expect(Proof(one)?.claims["nonce"]?.string == "n2")
        var other = CardeaRequest(.get, Fixture.url("https://two.example.com/a"))
        dpop.authorize(&other, with: credential)
        #expect(Proof(other)?.claims["nonce"] == nil)
    }
}
