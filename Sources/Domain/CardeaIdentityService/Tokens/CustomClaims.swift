import CardeaEncodings

/// The claims that an administrator gives a user, checked: safe among a token's own.
struct CustomClaims {
    /// The largest number of bytes of their JSON text.
    static let limit = 1000

    /// JSON text of one object; `nil` for no claims.
    let text: String?

    /// Checks the JSON text of one object, in which no name may occur twice.
    ///
    /// - Throws: `.input(.invalidClaims)` for anything else, `.input(.claimsTooLarge)`, `.input(.forbiddenClaim)`.
    init(_ json: String) throws(IdentityError) {
        guard json.utf8.count <= Self.limit else { throw .input(.claimsTooLarge) }
        guard let claims = JSONValue(parsing: json.utf8)?.object else { throw .input(.invalidClaims) }
        if let name = claims.map(\.name).sorted().first(where: { TokenClaimNames.reserved.contains($0.exact) }
        ) {
            throw .input(.forbiddenClaim(name))
        }
        let object = json.drop { $0 != "{" }.reversed().drop { $0 != "}" }.reversed()
        text = claims.isEmpty ? nil : String(object)
    }

    /// Checks the claims of a custom token.
    init(_ claims: JSONObject) throws(IdentityError) {
        var json = JSONText()
        json.object(claims)
        try self.init(String(decoding: json.bytes, as: UTF8.self))
    }

    /// An object without the members of some names.
    static func removing(_ names: Set<ExactText>, from object: String) -> String {
        guard let members = JSONValue(parsing: object.utf8)?.object else { return "{}" }
        guard members.contains(where: { names.contains($0.name.exact) }) else { return object }
        var kept = JSONObject()
        for (name, value) in members where !names.contains(name.exact) { kept[name] = value }
        var json = JSONText()
        json.object(kept)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The members of two objects; of those with the same name, the one of the second object.
    static func merge(_ first: String, overriddenBy second: String) -> String {
        guard var members = JSONValue(parsing: first.utf8)?.object,
            let others = JSONValue(parsing: second.utf8)?.object
        else { return second }
        for (name, value) in others { members[name] = value }
        var json = JSONText()
        json.object(members)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
