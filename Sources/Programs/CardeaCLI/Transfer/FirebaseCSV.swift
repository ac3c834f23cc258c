import CardeaAdminAPI
import CardeaEncodings
import CardeaOperations
import CardeaPasswordHashing

/// The file of `firebase auth:export` in CSV: 28 columns without a heading, one line for each user.
///
/// Firebase's exporter puts a name in quotes if it has a comma. Old versions do not double the quotes in it. A row that can be
/// read in two ways is an error. A line break ends every row: with quoted line breaks, a stray quote would swallow the users
/// between.
///
/// A line that is not a whole row may be a part of a name with a line break. The other lines of the name may have the form of
/// rows, and nothing shows where the name begins and ends. The whole file is rejected then, before a user is written.
struct FirebaseCSV: UserSource {
    /// The number of lines that an error names.
    private static let namedLines = 5

    private var bytes: InputBytes
    private let format: HashFormat?
    /// The faults of the first lines that are no whole rows.
    private var parts: [String] = []
    private var partCount = 0
    /// The first line whose last comma can belong to a name, and the first row without such a comma.
    private var lineWithUncertainComma: Int?
    private var lineWithoutComma: Int?
    let mayFail = true

    init(_ bytes: InputBytes, _ format: HashFormat?) {
        self.bytes = bytes
        self.format = format
    }

    mutating func next() throws(CommandFailure) -> SourceUser? {
        while true {
            let position = UserPlace.Position(line: bytes.line)
            guard let line = try bytes.readLine(limit: UserLine.longestLine) else {
                try rejectParts()
                return nil
            }
            if line.isEmpty { continue }
            guard line.count <= UserLine.longestLine else {
                note(position, "the line is longer than \(UserLine.longestLine) bytes")
                continue
            }
            let row = FirebaseRow(line)
            if let reason = row.partOfRow {
                note(position, reason)
                continue
            }
            if let fault = row.fault { return SourceUser(place: UserPlace(position), text: .failure(fault)) }
            switch row.lastComma {
            case .missing: lineWithoutComma = lineWithoutComma ?? position.line
            case .uncertain: lineWithUncertainComma = lineWithUncertainComma ?? position.line
            case .certain: break
            }
            return try SourceUser(position, row.user, format)
        }
    }

    private mutating func note(_ position: UserPlace.Position, _ reason: String) {
        partCount += 1
        if partCount <= Self.namedLines { parts.append("\(position): \(reason)") }
    }

    private func rejectParts() throws(CommandFailure) {
        if partCount > 0 {
            let more = partCount > parts.count ? "; and \(partCount - parts.count) more lines" : ""
            throw CommandFailure(
                """
                \(parts.joined(separator: "; "))\(more). A line that is no whole row may belong to a name with line breaks, as may \
                the lines around it. Repair these lines, or export the users as JSON. No user was imported
                """,
                exitCode: 2
            )
        }
        if let lineWithUncertainComma, let lineWithoutComma {
            throw CommandFailure(
                """
                line \(lineWithUncertainComma): the row ends with a comma, and that of line \(lineWithoutComma) does not: write a \
                name with a comma in quotes, or end every row with a comma. No user was imported
                """,
                exitCode: 2
            )
        }
    }
}

/// One line of a CSV file of Firebase.
struct FirebaseRow {
    /// Whether a row ends with a comma, so that one more column is empty.
    ///
    /// Firebase's exporter ends each line with one. A row without it has as many columns if a name has a comma without quotes.
    enum LastComma { case missing, uncertain, certain }

    /// The number of columns.
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
    /// The reason that the line is only a part of a row; `nil` if it is a row.
    private(set) var partOfRow: String?
    /// The fault of the row alone.
    private(set) var fault: UserLineError?
    private(set) var lastComma = LastComma.missing

    init(_ line: [UInt8]) {
        // The columns of a row are counted also if its texts are invalid.
        var rest = String(decoding: line, as: UTF8.self).utf8[...]
        while true {
            columns.append(readColumn(of: &rest))
            guard rest.first == UInt8(ascii: ",") else { break }
            rest.removeFirst()
        }
        if columns.count == Self.width + 1, let end = columns.last, end.text.isEmpty, !end.isQuoted {
            columns.removeLast()
            // Each of these columns has a form that the next one has not.
            let isCertain = [23, 25, 26, 27].contains { !columns[$0].text.isEmpty }
            lastComma = isCertain ? .certain : .uncertain
        }
        let count = "the line has \(columns.count) columns instead of \(Self.width)"
        guard columns.count >= Self.width else {
            partOfRow = partOfRow ?? "\(count): a name may have a line break"
            return
        }
        guard String(validUTF8: line) != nil else {
            fault = .notUTF8
            return
        }
        if line.contains(UInt8(ascii: "\r")) {
            fault = UserLineError("the line has a carriage return: remove line breaks from names")
        } else if columns.count > Self.width {
            fault = fault ?? UserLineError("\(count): a name may have a comma without quotes")
        } else if lastComma == .uncertain, !columns[24].text.isEmpty {
            fault = UserLineError(
                "column 25 can be that of creation or of the last sign-in: write a name with a comma in quotes, or fill in column 24"
            )
        } else if fault == nil {
            rejectNeedlessQuotes()
        }
    }

    /// Reads one column, up to the comma behind it or to the end.
    private mutating func readColumn(of rest: inout Substring.UTF8View) -> Column {
        let number = columns.count + 1
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
                if hasSingle, !hasComma || hasPair {
                    fault = UserLineError(
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
        partOfRow =
            "column \(number) begins with a quote that the line does not close: write each quote in a text as two, and quotes around it"
        rest = rest[rest.endIndex...]
        return Column(text: String(decoding: text, as: UTF8.self), isQuoted: true)
    }

    /// Rejects a name in quotes that needs none: Firebase's exporter wrote quotes of the name, other programs their own.
    ///
    /// A program that puts all texts in quotes does so with the ID and the address.
    private mutating func rejectNeedlessQuotes() {
        let isProgram = columns[0].isQuoted && (columns[1].isQuoted || columns[1].text.isEmpty)
        guard !isProgram else { return }
        for index in columns.indices where Self.freeTexts.contains(index) {
            let column = columns[index]
            guard !column.isQuoted || column.needsQuotes || column.text.isEmpty else {
                fault = UserLineError(
                    "column \(index + 1) is in quotes that may belong to the text: remove them, or write each of them as two, and quotes around the text"
                )
                return
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
