package import Foundation
package import CardeaEncodings

/// The claims of a JSON Web Token, for typed access.
package struct TokenPayload: Sendable, Hashable {
    /// A JSON object in UTF-8.
    private let json: Data
    private let names: Set<ExactText>
    private let texts: [ExactText: String]
    private let numbers: [ExactText: Int64]
    /// The members of `firebase`.
    private let details: [ExactText: String]

    /// Reads the claims of a token without a check of its signature; `nil` if it is not a JSON Web Token.
    package init?(unverified token: String) {
        guard let json = Self.json(unverified: token) else { return nil }
        self.init(json: json)
    }

    /// The claims of a token as JSON, without a check of its signature; `nil` if it is not a JSON Web Token.
    package static func json(unverified token: some StringProtocol) -> [UInt8]? {
        let segments = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return segments.count == 3 ? Base64URL.decode(segments[1]) : nil
    }

    /// Reads claims; `nil` if they are no JSON object.
    package init?(json: [UInt8]) {
        guard let claims = JSONValue(parsing: json)?.object else { return nil }
        self.json = Data(json)
        names = Set(claims.map(\.name.exact))
        texts = Self.values(claims) { $0.string }
        numbers = Self.values(claims) { $0.integer }
        details = claims["firebase"]?.object.map { Self.values($0) { $0.string } } ?? [:]
    }

    /// All claims as they are written.
    package var members: JSONObject? { JSONValue(parsing: json)?.object }

    package func text(_ name: String) -> String? { texts[name.exact] }

    /// A time in seconds since 1970 (`NumericDate`, RFC 7519 §2).
    package func date(_ name: String) -> Date? {
        numbers[name.exact].map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// The way in which the user signed in.
    package var signInProvider: String? { details["sign_in_provider"] }
    package var secondFactor: String? { details["sign_in_second_factor"] }
    package var tenant: String? { details["tenant"] }

    /// The names of the claims that an administrator or a custom token added.
    package var customNames: Set<ExactText> { names.subtracting(Self.standardNames) }

    /// Whether only servers give claims this name.
    package static func isReserved(_ name: String) -> Bool { standardNames.contains(name.exact) }

    /// A claim; `nil` if it is absent or has another type.
    package func claim<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? {
        guard names.contains(name.exact) else { return nil }
        let decoder = JSONDecoder()
        decoder.userInfo[.claimName] = name
        return try? decoder.decode(OneClaim<Value>.self, from: json).value
    }

    /// All claims as a type; `nil` if they do not fit it.
    package func claims<Claims: Decodable>(as type: Claims.Type) -> Claims? {
        try? JSONDecoder().decode(Claims.self, from: json)
    }

    private static func values<Value>(
        _ object: JSONObject,
        _ value: (JSONValue) -> Value?
    ) -> [ExactText: Value] {
        Dictionary(object.compactMap { member in value(member.value).map { (member.name.exact, $0) } }) {
            first,
            _ in first
        }
    }

    /// The names that servers give claims; the rest is the project's own.
    private static let standardNames: Set<ExactText> = [
        "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "auth_time", "user_id", "provider_id", "name",
        "picture", "email",
        "email_verified", "phone_number", "firebase", "sid", "gen", "cnf", "azp", "nonce", "acr", "amr",
        "at_hash",
        "c_hash",
    ]
}

/// Decodes one member of an object.
private struct OneClaim<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let name = ClaimName(stringValue: decoder.userInfo[.claimName] as? String ?? "")
        value = try decoder.container(keyedBy: ClaimName.self).decode(Value.self, forKey: name)
    }
}

private struct ClaimName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension CodingUserInfoKey {
    fileprivate static let claimName = make()

    private static func make() -> Self {
        guard let key = Self(rawValue: "cardea.claim") else { preconditionFailure("the name is not empty") }
        return key
    }
}
