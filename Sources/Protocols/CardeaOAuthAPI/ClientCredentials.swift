import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaOperations
import CardeaSecrets

/// The name and the secret of a client, in the form or by HTTP Basic (RFC 6749 §2.3.1).
struct ClientCredentials {
    /// The name: `client_id`.
    let id: String?
    /// The secret: `client_secret`.
    ///
    /// An empty one counts as absent.
    let secret: Secret?

    /// - Throws: `invalid_client` if the header field cannot be read; `invalid_request` if the form has another client.
    init(_ request: Request, _ form: RequestFields) throws {
        let stated = (
            id: try form.text("clientId"), secret: try form.text("clientSecret").map(Secret.init(_:))
        )
        guard let basic = try Self.basic(request.fields[.authorization]) else {
            (id, secret) = stated
            return
        }
        guard (stated.id ?? basic.id).exact == basic.id.exact, stated.secret == nil else {
            throw OAuthError(.invalidRequest, "The client is named in two ways.")
        }
        id = basic.id
        secret = basic.secret.isEmpty ? nil : basic.secret
    }

    /// The name and secret of a `Basic` field, each encoded as in a form; `nil` for another scheme or none.
    private static func basic(_ field: String?) throws(OAuthError) -> (id: String, secret: Secret)? {
        let words = field?.utf8.split(separator: UInt8(ascii: " ")) ?? []
        guard let scheme = words.first, scheme.count == 5, Substring(scheme).lowercased() == "basic" else {
            return nil
        }
        guard words.count == 2, let pair = decoded(words[1]) else {
            throw OAuthError(.invalidClient, "The client's credentials cannot be read.", status: 401)
        }
        return pair
    }

    private static func decoded(_ base64: Substring.UTF8View) -> (id: String, secret: Secret)? {
        guard let bytes = Base64.decode(base64), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = formValue(bytes[..<colon]), let secret = formValue(bytes[(colon + 1)...])
        else { return nil }
        return (id, Secret(secret))
    }

    private static func formValue(_ bytes: ArraySlice<UInt8>) -> String? {
        // Most names and secrets have nothing to decode.
        if bytes.allSatisfy({ ASCII.isAlphanumeric($0) || "-_.".utf8.contains($0) }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        guard let pairs = FormCoding.decode(Array("=".utf8) + bytes), pairs.count <= 1 else { return nil }
        return pairs.first?.value ?? ""
    }
}
