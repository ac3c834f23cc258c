import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import CardeaJOSE
import CardeaLogging
import Foundation

/// An OpenID provider in a process of its own. A code is the number of a user and a nonce, with a dot between them.
final class ProviderServer: AsyncResponder {
    static let command = "provider"
    static let client = "bench"

    private let signer: TokenSigner
    private let keys: [UInt8]

    private init() throws {
        // As most providers do: the signature is dear, and its verification cheap.
        let key = try PrivateKey.generate(.rs256)
        signer = TokenSigner(key: key, keyID: "1")
        keys = JSONWebKeySet([JSONWebKey(key.publicKey, keyID: "1")]).json
    }

    func respond(to request: Request) async -> Response {
        let issuer = "http://\(request.fields["host"] ?? "")"
        switch request.path {
        case "/keys": return .json(keys)
        case "/token":
            let form = request.form ?? []
            let code = form.first { $0.name == "code" }?.value.split(separator: ".", maxSplits: 1) ?? []
            guard code.count == 2, let token = try? idToken(issuer, code[0], code[1]) else {
                return Response(status: 400)
            }
            var body = JSONText()
            body.object { json in
                json.member("access_token", "access")
                json.member("id_token", token)
            }
            return .json(body.bytes)
        default:
            var body = JSONText()
            body.object { json in
                json.member("issuer", issuer)
                json.member("authorization_endpoint", "\(issuer)/authorize")
                json.member("token_endpoint", "\(issuer)/token")
                json.member("jwks_uri", "\(issuer)/keys")
            }
            return .json(body.bytes)
        }
    }

    private func idToken(_ issuer: String, _ user: Substring, _ nonce: Substring) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        var claims = JSONText()
        claims.object { json in
            json.member("iss", issuer)
            json.member("aud", Self.client)
            json.member("sub", "user\(user)")
            json.member("email", "user\(user)@provider.example")
            json.member("nonce", String(nonce))
            json.member("iat", now)
            json.member("exp", now + 3600)
        }
        return String(decoding: try signer.sign(claims.bytes), as: UTF8.self)
    }

    /// Serves on a free port, which it prints, until its standard input ends.
    static func run() throws {
        let server = try HTTPServer.start(
            .init(
                address: .tcp(host: "127.0.0.1", port: 0),
                loops: 1,
                logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
            ),
            responder: try ProviderServer()
        )
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }
}
