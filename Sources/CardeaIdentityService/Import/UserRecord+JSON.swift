import CardeaEncodings
import CardeaIdentityDomain

/// Why a line is not a user.
package struct UserLineError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A user as one line of JSON: the form of `cardea user export` and `import`.
///
/// Moments are milliseconds since 1970. A member that is absent or null has no value.
extension UserRecord {
    /// The longest line in bytes: several times what the limits of the members allow.
    package static let longestLine = 65_536

    /// Reads a line.
    ///
    /// - Throws: If the line is not one JSON object, has an unknown member, or one of the wrong type.
    package init(line: [UInt8]) throws(UserLineError) {
        guard line.count <= Self.longestLine else {
            throw UserLineError("the line is longer than \(Self.longestLine) bytes")
        }
        guard let members = JSONValue(parsing: line, nesting: 8)?.object else {
            throw UserLineError("the line is not one JSON object")
        }
        self.init(id: "")
        for (name, value) in members where value != .null { try set(name, value) }
    }

    private mutating func set(_ name: String, _ value: JSONValue) throws(UserLineError) {
        switch name {
        case "id": id = try Self.text(value, name)
        case "email": email = try Self.text(value, name)
        case "emailVerified": isEmailVerified = try Self.flag(value, name)
        case "emailLinkSignIn": signsInByEmailLink = try Self.flag(value, name)
        case "displayName": displayName = try Self.text(value, name)
        case "photoURL": photoURL = try Self.text(value, name)
        case "phoneNumber": phoneNumber = try Self.text(value, name)
        case "userName": userName = try Self.text(value, name)
        case "passwordHash": try set(.hash(try Self.text(value, name)))
        case "password": try set(.plain(try Self.text(value, name)))
        case "passwordChangedAt": passwordChangedAt = try Self.moment(value, name)
        case "customTokens": usesCustomTokens = try Self.flag(value, name)
        case "customClaims": customClaims = try Self.text(value, name)
        case "disabled": isDisabled = try Self.flag(value, name)
        case "createdAt": createdAt = try Self.moment(value, name)
        case "lastSignedInAt": lastSignedInAt = try Self.moment(value, name)
        case "validSince": validSince = try Self.moment(value, name)
        case "providers":
            guard let list = value.array else { throw UserLineError("providers must be a list") }
            providers = []
            for entry in list { providers.append(try Provider(entry)) }
        default: throw UserLineError("the member '\(name.prefix(40))' is unknown")
        }
    }

    private mutating func set(_ password: Password) throws(UserLineError) {
        guard self.password == nil else {
            throw UserLineError("password and passwordHash exclude each other")
        }
        self.password = password
    }

    fileprivate static func text(_ value: JSONValue, _ name: String) throws(UserLineError) -> String {
        guard let text = value.string else { throw UserLineError("\(name) must be a string") }
        return text
    }

    private static func flag(_ value: JSONValue, _ name: String) throws(UserLineError) -> Bool {
        guard let flag = value.boolean else { throw UserLineError("\(name) must be true or false") }
        return flag
    }

    private static func moment(_ value: JSONValue, _ name: String) throws(UserLineError) -> Timestamp {
        guard let moment = value.integer.flatMap(Timestamp.init(checkingMilliseconds:)) else {
            throw UserLineError("\(name) must be a number of milliseconds since 1970")
        }
        return moment
    }

    /// Appends the line, with a line feed at its end.
    package func append(to lines: inout [UInt8]) {
        var json = JSONText(capacity: 512)
        json.object { json in
            json.member("id", id)
            if let email { json.member("email", email) }
            if isEmailVerified { json.member("emailVerified", true) }
            if signsInByEmailLink { json.member("emailLinkSignIn", true) }
            if let displayName { json.member("displayName", displayName) }
            if let photoURL { json.member("photoURL", photoURL) }
            if let phoneNumber { json.member("phoneNumber", phoneNumber) }
            if let userName { json.member("userName", userName) }
            switch password {
            case .hash(let text): json.member("passwordHash", text)
            case .plain(let text): json.member("password", text)
            case .invalid, nil: break
            }
            if let moment = passwordChangedAt { json.member("passwordChangedAt", moment.milliseconds) }
            if usesCustomTokens { json.member("customTokens", true) }
            if let customClaims { json.member("customClaims", customClaims) }
            if isDisabled { json.member("disabled", true) }
            if let createdAt { json.member("createdAt", createdAt.milliseconds) }
            if let lastSignedInAt { json.member("lastSignedInAt", lastSignedInAt.milliseconds) }
            if let validSince { json.member("validSince", validSince.milliseconds) }
            guard !providers.isEmpty else { return }
            json.name("providers")
            json.array { json in for provider in providers { json.object(provider.write) } }
        }
        lines += json.bytes
        lines.append(UInt8(ascii: "\n"))
    }
}

extension UserRecord.Provider {
    fileprivate init(_ value: JSONValue) throws(UserLineError) {
        guard let members = value.object else { throw UserLineError("providers must hold objects") }
        self.init(id: "", subject: "")
        for (name, value) in members where value != .null {
            let text = try UserRecord.text(value, "providers.\(name)")
            switch name {
            case "id": id = text
            case "subject": subject = text
            case "email": email = text
            case "displayName": displayName = text
            case "photoURL": photoURL = text
            default: throw UserLineError("the member 'providers.\(name.prefix(40))' is unknown")
            }
        }
    }

    fileprivate func write(to json: inout JSONText) {
        json.member("id", id)
        json.member("subject", subject)
        if let email { json.member("email", email) }
        if let displayName { json.member("displayName", displayName) }
        if let photoURL { json.member("photoURL", photoURL) }
    }
}
