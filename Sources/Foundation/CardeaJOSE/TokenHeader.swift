import CardeaCryptography
import CardeaEncodings

/// The header of a compact JWS, read as RFC 8725 advises: it names the key, and nothing more.
struct TokenHeader {
    /// Parameters that contain a key or change the meaning of the token; none is supported.
    private static let unsupported = ["crit", "b64", "jku", "jwk", "x5u", "x5c", "zip"]

    let algorithm: String
    let keyID: String?
    /// `typ` in lower case and without its optional prefix (RFC 7515 §4.1.9).
    let type: String?

    init(_ segment: some Collection<UInt8>) throws(JOSEError) {
        guard let json = Base64URL.decode(segment), let members = JSONValue(parsing: json, nesting: 4)?.object
        else {
            throw .malformed
        }
        guard !Self.unsupported.contains(where: { members[$0] != nil }) else { throw .unsupportedHeader }
        guard let algorithm = members["alg"]?.string else { throw .malformed }
        self.algorithm = algorithm
        keyID = try Self.text("kid", in: members)
        type = try Self.text("typ", in: members).map(Self.normalized)
    }

    static func normalized(_ type: String) -> String {
        let type = type.lowercased()
        let prefix = "application/"
        guard type.utf8.starts(with: prefix.utf8) else { return type }
        let rest = String(type.utf8.dropFirst(prefix.utf8.count)) ?? type
        return rest.utf8.contains(UInt8(ascii: "/")) ? type : rest
    }

    private static func text(_ name: String, in members: JSONObject) throws(JOSEError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }
}
