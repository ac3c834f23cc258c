import APITestSupport
import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import Testing

/// Texts that resemble a token of this server (security 14).
@Suite struct ForgedTokenTests {
    enum Forgery: String, CaseIterable {
        case unsigned, noSignature, signedByOther, unknownKeyID, noKeyID, headerKey, otherType, tamperedClaims
        case publicKeyAsSecret
    }

    @Test(
        "a forged access token is invalid (security 14)",
        arguments: Forgery.allCases,
        ["lookup", "update", "delete"]
    )
    func forgedAccessToken(
        _ forgery: Forgery,
        _ operation: String
    ) async throws {
        let server = try await APIServer()
        let genuine = await server.signUp().string("idToken")
        let token = try forge(genuine, forgery, server)
        let response = await server.call(operation, ["idToken": .string(token)])
        #expect(response.status == 400)
        #expect(response.errorMessage == "INVALID_ID_TOKEN")
    }

    private func forge(_ token: String, _ forgery: Forgery, _ server: APIServer) throws -> String {
        let parts = token.split(separator: ".").map(String.init)
        let claims = Base64URL.decode(parts[1]) ?? []
        let published = try #require(server.projects.publicKeys(of: server.project.id).first)
        let mine = try PrivateKey.generate(.es256)
        switch forgery {
        case .unsigned:
            return compact(#"{"alg":"none","typ":"JWT","kid":"\#(published.id)"}"#, parts[1], [])
        case .noSignature:
            return "\(parts[0]).\(parts[1])."
        case .signedByOther:
            return text(try TokenSigner(key: mine, keyID: published.id).sign(claims))
        case .unknownKeyID:
            return text(try TokenSigner(key: mine, keyID: "mine").sign(claims))
        case .noKeyID:
            return try signed(#"{"alg":"ES256","typ":"JWT"}"#, parts[1], mine)
        case .headerKey:
            let header =
                #"{"alg":"ES256","typ":"JWT","kid":"\#(published.id)","jku":"https://evil.example/jwks"}"#
            return try signed(header, parts[1], mine)
        case .otherType:
            return try signed(#"{"alg":"ES256","typ":"dpop+jwt","kid":"\#(published.id)"}"#, parts[1], mine)
        case .tamperedClaims:
            let changed = String(decoding: claims, as: UTF8.self).replacing("ada@", with: "eve@")
            return "\(parts[0]).\(Base64URL.encode(Array(changed.utf8))).\(parts[2])"
        case .publicKeyAsSecret:
            let header = #"{"alg":"HS256","typ":"JWT","kid":"\#(published.id)"}"#
            let input = "\(Base64URL.encode(Array(header.utf8))).\(parts[1])"
            let mac = HMACKey(Array(published.publicKey.pem.utf8)).authenticate(Array(input.utf8))
            return "\(input).\(Base64URL.encode(mac))"
        }
    }

    private func signed(_ header: String, _ claims: String, _ key: PrivateKey) throws -> String {
        let input = "\(Base64URL.encode(Array(header.utf8))).\(claims)"
        return "\(input).\(Base64URL.encode(try key.sign(Array(input.utf8))))"
    }

    private func compact(_ header: String, _ claims: String, _ signature: [UInt8]) -> String {
        "\(Base64URL.encode(Array(header.utf8))).\(claims).\(Base64URL.encode(signature))"
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
