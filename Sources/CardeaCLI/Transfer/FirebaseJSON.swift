import CardeaAdminAPI
import CardeaEncodings
import CardeaIdentityService
import CardeaOperations
import CardeaPasswordHashing

/// The file of `firebase auth:export` in JSON: `{"users": [{…}, …]}`, of which one user is in memory at a time.
struct FirebaseJSON: UserSource {
    private var bytes: InputBytes
    private let format: HashFormat?
    private var isInside = false
    /// The number of users that were read.
    private var count = 0

    init(_ bytes: InputBytes, _ format: HashFormat?) {
        self.bytes = bytes
        self.format = format
    }

    mutating func next() throws(CommandFailure) -> SourceUser? {
        if !isInside {
            for expected in ["{", "\"users\"", ":", "["] { try skip(expected) }
            isInside = true
        }
        try skipSpace(andComma: true)
        let position = UserPlace.Position(line: bytes.line, index: count)
        switch try bytes.peek() {
        case UInt8(ascii: "{"):
            count += 1
            return user(try object(), at: position)
        case UInt8(ascii: "]"): return nil
        default: throw CommandFailure("\(position): a user, or the end of the list, is missing")
        }
    }

    private mutating func skip(_ expected: String) throws(CommandFailure) {
        try skipSpace(andComma: false)
        for byte in expected.utf8 {
            guard try bytes.read() == byte else {
                throw CommandFailure(
                    "line \(bytes.line): the file is not of the form {\"users\": […]}; see --format",
                    exitCode: 2
                )
            }
        }
    }

    private mutating func skipSpace(andComma: Bool) throws(CommandFailure) {
        while let byte = try bytes.peek(),
            ASCII.isJSONSpace(byte) || andComma && byte == UInt8(ascii: ",")
        {
            _ = try bytes.read()
        }
    }

    /// The text of one object, up to its closing brace.
    private mutating func object() throws(CommandFailure) -> [UInt8] {
        var text: [UInt8] = []
        var depth = 0
        var isString = false
        var isEscaped = false
        while let byte = try bytes.read() {
            if text.count <= UserLine.longestLine { text.append(byte) }
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return text }
            default: break
            }
        }
        throw CommandFailure("line \(bytes.line): the file ends inside a user")
    }

    private func user(_ text: [UInt8], at position: UserPlace.Position) -> SourceUser {
        guard text.count <= UserLine.longestLine, let object = JSONValue(parsing: text) else {
            let error = UserLineError("the user is not valid JSON, or is longer than 65536 bytes")
            return SourceUser(place: UserPlace(position), text: .failure(error))
        }
        let user = FirebaseUser(object)
        return SourceUser(place: UserPlace(position, id: user.localID), text: user.line(format))
    }
}

extension FirebaseUser {
    fileprivate init(_ user: JSONValue) {
        localID = user["localId"]?.string ?? ""
        email = user["email"]?.string
        isEmailVerified = user["emailVerified"]?.boolean ?? false
        passwordHash = user["passwordHash"]?.string
        salt = user["salt"]?.string
        displayName = user["displayName"]?.string
        photoURL = user["photoUrl"]?.string
        createdAt = Self.number(user["createdAt"])
        lastSignedInAt = Self.number(user["lastSignedInAt"] ?? user["lastLoginAt"])
        phoneNumber = user["phoneNumber"]?.string
        isDisabled = user["disabled"]?.boolean ?? false
        customAttributes = user["customAttributes"]?.string
        hasSecondFactors = user["mfaInfo"]?.array?.isEmpty == false
        providers = (user["providerUserInfo"]?.array ?? []).compactMap { entry in
            guard let id = entry["providerId"]?.string, id != "password", id != "phone" else { return nil }
            return UserRecord.Provider(
                id: id,
                subject: entry["rawId"]?.string ?? "",
                email: entry["email"]?.string,
                displayName: entry["displayName"]?.string,
                photoURL: entry["photoUrl"]?.string
            )
        }
    }

    /// A number, or one in a string.
    private static func number(_ value: JSONValue?) -> String? {
        value?.string ?? value?.integer.map(String.init)
    }
}
