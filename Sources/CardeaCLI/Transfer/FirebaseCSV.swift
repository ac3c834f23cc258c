import CardeaIdentityService
import CardeaPasswordHashing

/// The file of `firebase auth:export` in CSV: 28 columns without a heading (RFC 4180).
struct FirebaseCSV: UserSource {
    private var bytes: InputBytes
    private let format: HashFormat?

    init(_ bytes: InputBytes, _ format: HashFormat?) {
        self.bytes = bytes
        self.format = format
    }

    mutating func next() throws(CommandFailure) -> SourceUser? {
        while try bytes.peek() != nil {
            let line = bytes.line
            let fields = try record()
            if fields == [""] { continue }
            guard fields.count <= 29, fields.allSatisfy({ $0.utf8.count <= 8192 }) else {
                let error = UserLineError(
                    "the line has more than 28 columns, or a column of more than 8192 bytes"
                )
                return SourceUser(place: UserPlace(line: line), text: .failure(error))
            }
            let user = FirebaseUser(columns: fields)
            return SourceUser(place: UserPlace(line: line, id: user.localID), text: user.line(format))
        }
        return nil
    }

    /// The fields of one line.
    ///
    /// A quoted field may contain commas, line feeds and doubled quotes.
    private mutating func record() throws(CommandFailure) -> [String] {
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        func append() {
            fields.append(String(decoding: field, as: UTF8.self))
            field = []
        }
        while let byte = try bytes.read() {
            if isQuoted {
                guard byte == UInt8(ascii: "\"") else {
                    if field.count <= 8192 { field.append(byte) }
                    continue
                }
                guard try bytes.peek() == UInt8(ascii: "\"") else {
                    isQuoted = false
                    continue
                }
                field.append(byte)
                _ = try bytes.read()
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case UInt8(ascii: ","): append()
            case UInt8(ascii: "\r") where try bytes.peek() == UInt8(ascii: "\n"): continue
            case UInt8(ascii: "\n"):
                append()
                return fields
            default: if field.count <= 8192 { field.append(byte) }
            }
        }
        guard !isQuoted else { throw CommandFailure("line \(bytes.line): the file ends inside quotes") }
        append()
        return fields
    }
}

extension FirebaseUser {
    /// The user of a line of 28 columns; columns that are missing at the end are empty.
    fileprivate init(columns: [String]) {
        func column(_ index: Int) -> String? {
            let text = columns.indices.contains(index) ? columns[index] : ""
            return text.isEmpty ? nil : text
        }
        localID = column(0) ?? ""
        email = column(1)
        isEmailVerified = column(2) == "true"
        passwordHash = column(3)
        salt = column(4)
        displayName = column(5)
        photoURL = column(6)
        providers = Self.providerIDs.enumerated().compactMap { position, id in
            let first = 7 + 4 * position
            guard let subject = column(first) else { return nil }
            return UserRecord.Provider(
                id: id,
                subject: subject,
                email: column(first + 1),
                displayName: column(first + 2),
                photoURL: column(first + 3)
            )
        }
        createdAt = column(23)
        lastSignedInAt = column(24)
        phoneNumber = column(25)
        isDisabled = column(26) == "true"
        customAttributes = column(27)
    }
}
