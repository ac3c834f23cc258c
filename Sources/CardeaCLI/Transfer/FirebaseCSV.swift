import CardeaAdminAPI
import CardeaEncodings
import CardeaOperations
import CardeaPasswordHashing

/// The file of `firebase auth:export` in CSV: 28 columns without a heading, one line for each user.
///
/// Firebase's exporter puts a name in quotes if it has a comma, and does not double the quotes in it. A row that can be read in
/// two ways is an error. A line break ends every row: with quoted line breaks, a stray quote would swallow the users between.
struct FirebaseCSV: UserSource {
    private var bytes: InputBytes
    private let format: HashFormat?

    init(_ bytes: InputBytes, _ format: HashFormat?) {
        self.bytes = bytes
        self.format = format
    }

    /// A hash without a function; other faults are those of one row.
    var mayFail: Bool { format == nil }

    mutating func next() throws(CommandFailure) -> SourceUser? {
        while true {
            let position = UserPlace.Position(line: bytes.line)
            guard let line = try bytes.readLine(limit: UserLine.longestLine) else { return nil }
            if line.isEmpty { continue }
            let row: FirebaseRow
            do throws(UserLineError) {
                row = try FirebaseRow(line)
            } catch {
                return SourceUser(place: UserPlace(position), text: .failure(error))
            }
            return try SourceUser(position, row.user, format)
        }
    }
}

/// One line of a CSV file of Firebase.
struct FirebaseRow {
    /// The number of columns.
    ///
    /// Firebase's exporter ends each line with a comma, so that one more is empty.
    private static let width = 28
    /// The columns of texts that people choose: the ID, and the names.
    private static let freeTexts: Set = [0, 5, 9, 13, 17, 21]

    private struct Column {
        var text: String
        var isQuoted = false
        /// Whether the exporter had a reason for the quotes.
        var needsQuotes = false
    }

    private var columns: [Column] = []

    init(_ line: [UInt8]) throws(UserLineError) {
        guard let text = String(validUTF8: line) else { throw .notUTF8 }
        guard line.count <= UserLine.longestLine else {
            throw UserLineError("the line is longer than \(UserLine.longestLine) bytes")
        }
        guard !line.contains(UInt8(ascii: "\r")) else {
            throw UserLineError("the line has a carriage return: remove line breaks from names")
        }
        var rest = text.utf8[...]
        while true {
            columns.append(try Self.column(columns.count + 1, of: &rest))
            guard rest.first == UInt8(ascii: ",") else { break }
            rest.removeFirst()
        }
        let end = columns.last
        if columns.count == Self.width + 1, let end, end.text.isEmpty, !end.isQuoted { columns.removeLast() }
        guard columns.count == Self.width else {
            throw UserLineError(
                "the line has \(columns.count) columns instead of \(Self.width): a name may have a line break, or a comma without quotes"
            )
        }
        try rejectNeedlessQuotes()
    }

    /// Reads one column, up to the comma behind it or to the end.
    private static func column(
        _ number: Int,
        of rest: inout Substring.UTF8View
    ) throws(UserLineError) -> Column {
        let quote = UInt8(ascii: "\"")
        let comma = UInt8(ascii: ",")
        guard rest.first == quote else {
            let text = rest.prefix { $0 != comma }
            rest = rest[text.endIndex...]
            return Column(text: String(Substring(text)))
        }
        var text: [UInt8] = []
        var (hasPair, hasSingle) = (false, false)
        var index = rest.index(after: rest.startIndex)
        while index < rest.endIndex {
            let byte = rest[index]
            index = rest.index(after: index)
            let next = index < rest.endIndex ? rest[index] : comma
            switch (byte, next) {
            case (quote, quote):
                hasPair = true
                index = rest.index(after: index)
            case (quote, comma):
                rest = rest[index...]
                let hasComma = text.contains(comma)
                guard !hasSingle || hasComma && !hasPair else {
                    throw UserLineError(
                        "column \(number) has a quote that can be read in two ways: write each quote in a text as two, and quotes around it"
                    )
                }
                let space = UInt8(ascii: " ")
                let needsQuotes = hasComma || hasPair || text.first == space || text.last == space
                return Column(
                    text: String(decoding: text, as: UTF8.self),
                    isQuoted: true,
                    needsQuotes: needsQuotes
                )
            case (quote, _): hasSingle = true
            default: break
            }
            text.append(byte)
        }
        throw UserLineError(
            "column \(number) begins with a quote that the line does not close: write each quote in a text as two, and quotes around it"
        )
    }

    /// Rejects a name in quotes that needs none: Firebase's exporter wrote quotes of the name, other programs their own.
    ///
    /// A program that puts all texts in quotes does so with the ID and the address.
    private func rejectNeedlessQuotes() throws(UserLineError) {
        let isProgram = columns[0].isQuoted && (columns[1].isQuoted || columns[1].text.isEmpty)
        guard !isProgram else { return }
        for index in columns.indices where Self.freeTexts.contains(index) {
            let column = columns[index]
            guard !column.isQuoted || column.needsQuotes || column.text.isEmpty else {
                throw UserLineError(
                    "column \(index + 1) is in quotes that may belong to the text: remove them, or write each of them as two, and quotes around the text"
                )
            }
        }
    }

    /// The user in the form of Firebase's JSON.
    var user: JSONValue {
        var user = JSONObject()
        func set(_ name: String, _ index: Int, in object: inout JSONObject) {
            let text = columns[index].text
            if !text.isEmpty { object[name] = .string(text) }
        }
        for (index, name) in [
            (0, "localId"), (1, "email"), (3, "passwordHash"), (4, "salt"), (5, "displayName"),
            (6, "photoUrl"), (23, "createdAt"), (24, "lastSignedInAt"), (25, "phoneNumber"),
            (27, "customAttributes"),
        ] { set(name, index, in: &user) }
        for (index, name) in [(2, "emailVerified"), (26, "disabled")] {
            switch columns[index].text {
            case "true": user[name] = .boolean(true)
            case "false": user[name] = .boolean(false)
            // The reader of the fields rejects every other text.
            default: set(name, index, in: &user)
            }
        }
        let providers = FirebaseUser.providerIDs.enumerated().compactMap { position, id -> JSONValue? in
            let first = 7 + 4 * position
            guard columns[first..<first + 4].contains(where: { !$0.text.isEmpty }) else { return nil }
            var provider: JSONObject = ["providerId": .string(id)]
            for (offset, name) in ["rawId", "email", "displayName", "photoUrl"].enumerated() {
                set(name, first + offset, in: &provider)
            }
            return .object(provider)
        }
        if !providers.isEmpty { user["providerUserInfo"] = .array(providers) }
        return .object(user)
    }
}
