import CardeaAdminAPI
import CardeaEncodings
import CardeaOperations
import CardeaPasswordHashing

/// The file of `firebase auth:export` in JSON, or the list of an emulator: `{"users": [{…}, …]}`, of which one user is in memory
/// at a time.
///
/// The members stand in any order, and the file may have several such objects.
struct FirebaseJSON: UserSource {
    private enum Place { case outside, inObject, inUsers }

    private var bytes: InputBytes
    private let format: HashFormat?
    private var place = Place.outside
    private var isFirst = true
    private var hasUsers = false
    private var hasDocument = false
    /// The number of users of the list that were read.
    private var count = 0
    private var ignoredMembers: Set<ExactText> = []
    let mayFail = true

    init(_ bytes: InputBytes, _ format: HashFormat?) {
        self.bytes = bytes
        self.format = format
    }

    var notes: [String] {
        ignoredMembers.sorted().map { name in
            name == "nextPageToken"
                ? "the file is one page of a list: the users of the next pages are not in it"
                : "the member '\(name.description.prefix(40))' of the file is not a list of users, and was not read"
        }
    }

    mutating func next() throws(CommandFailure) -> SourceUser? {
        while true {
            try skipSpace()
            switch place {
            case .outside:
                guard try bytes.peek() != nil else {
                    if !hasDocument { throw malformed }
                    return nil
                }
                try take("{")
                (place, isFirst, hasUsers, hasDocument) = (.inObject, true, false, true)
            case .inObject:
                guard try !end(with: "}") else {
                    guard hasUsers else { throw malformed }
                    place = .outside
                    continue
                }
                try beginMember()
            case .inUsers:
                guard try !end(with: "]") else {
                    (place, isFirst) = (.inObject, false)
                    continue
                }
                let position = UserPlace.Position(line: bytes.line, index: count)
                guard try bytes.peek() == UInt8(ascii: "{") else {
                    throw CommandFailure(
                        "\(position): a user, or the end of the list, is missing. No user was imported",
                        exitCode: 2
                    )
                }
                count += 1
                return try user(try value(), at: position)
            }
        }
    }

    /// Reads a closing bracket, or the comma before the next element.
    ///
    /// - Returns: Whether it was the bracket.
    private mutating func end(with bracket: Unicode.Scalar) throws(CommandFailure) -> Bool {
        if try bytes.peek() == UInt8(ascii: bracket) {
            _ = try bytes.read()
            return true
        }
        if !isFirst {
            try take(",")
            try skipSpace()
        }
        isFirst = false
        return false
    }

    /// Reads the name of a member, and its value unless that is the list of users.
    private mutating func beginMember() throws(CommandFailure) {
        guard try bytes.peek() == UInt8(ascii: "\""),
            let name = JSONValue(parsing: try value())?.string
        else { throw malformed }
        try skipSpace()
        try take(":")
        try skipSpace()
        guard name.utf8.elementsEqual("users".utf8) else {
            guard let value = JSONValue(parsing: try value()) else { throw malformed }
            let isEmpty = value == .null || value == .string("")
            // The value may have users: nothing of the file is imported without them.
            guard value.array?.isEmpty != false, value.object?.isEmpty != false else {
                throw CommandFailure(
                    "line \(bytes.line): the member '\(name.prefix(40))' of the file is not the list of users: remove it, or move its users into the list. No user was imported",
                    exitCode: 2
                )
            }
            if !isEmpty, !["kind", "recordsCount"].contains(name) { ignoredMembers.insert(name.exact) }
            return
        }
        guard !hasUsers else { throw malformed }
        try take("[")
        (place, isFirst, hasUsers, count) = (.inUsers, true, true, 0)
    }

    private mutating func take(_ expected: Unicode.Scalar) throws(CommandFailure) {
        guard try bytes.read() == UInt8(ascii: expected) else { throw malformed }
    }

    private var malformed: CommandFailure {
        CommandFailure(
            "line \(bytes.line): the file is not of the form {\"users\": […]}; see --format. No user was imported",
            exitCode: 2
        )
    }

    private mutating func skipSpace() throws(CommandFailure) {
        while let byte = try bytes.peek(), ASCII.isJSONSpace(byte) { _ = try bytes.read() }
    }

    /// The text of one value: an object, a list or a string up to its end, or a word up to what follows.
    ///
    /// Of a longer text than a user may have, only so many bytes and one more are kept.
    private mutating func value() throws(CommandFailure) -> [UInt8] {
        var text: [UInt8] = []
        var depth = 0
        var isString = false
        var isEscaped = false
        while let byte = try bytes.peek() {
            let isInside = isString || depth > 0
            if !isInside, !text.isEmpty, !Self.belongsToWord(byte) { return text }
            _ = try bytes.read()
            if text.count <= UserLine.longestLine { text.append(byte) }
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: continue
                }
            }
            if !isString, depth <= 0 { return text }
        }
        throw CommandFailure("line \(bytes.line): the file ends too early. No user was imported", exitCode: 2)
    }

    private static func belongsToWord(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "+-.".utf8.contains(byte)
    }

    private func user(
        _ text: [UInt8],
        at position: UserPlace.Position
    ) throws(CommandFailure) -> SourceUser {
        func failure(_ error: UserLineError) -> SourceUser {
            SourceUser(place: UserPlace(position), text: .failure(error))
        }
        guard text.count <= UserLine.longestLine else {
            return failure(UserLineError("the user is longer than \(UserLine.longestLine) bytes"))
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(reading: text)
        } catch {
            guard String(validUTF8: text) != nil else { return failure(.notUTF8) }
            return failure(UserLineError(FieldError(.malformedJSON(error)).explanation(in: "user")))
        }
        return try SourceUser(position, json, format)
    }
}
