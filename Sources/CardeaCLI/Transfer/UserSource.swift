import CardeaAdminAPI
import CardeaEncodings
import CardeaOperations

/// The form of a file of users.
enum UserFileFormat: String, CaseIterable, ArgumentValue {
    /// Cardea's own: one line of JSON for each user.
    case lines = "jsonl"
    /// The output of `firebase auth:export`.
    case firebaseJSON = "firebase-json"
    case firebaseCSV = "firebase-csv"

    /// The form that the name of a file suggests.
    init(path: String?) {
        let name = path?.lowercased() ?? ""
        self = name.hasSuffix(".json") ? .firebaseJSON : name.hasSuffix(".csv") ? .firebaseCSV : .lines
    }
}

/// Why a part of a file is not a user.
struct UserLineError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A user of a file: where it stands, and its ID.
struct UserPlace: CustomStringConvertible {
    let position: Position
    /// `nil` if it is missing or cannot be read.
    let id: String?

    struct Position: CustomStringConvertible {
        /// The number of the line where the user begins, from 1 on.
        let line: Int
        /// The position in the list `users`, from 0 on; `nil` in a file that has a line for each user.
        var index: Int?

        var description: String { "line \(line)" + (index.map { ", users[\($0)]" } ?? "") }
    }

    init(_ position: Position, id: String? = nil) {
        self.position = position
        self.id = id?.isEmpty == true ? nil : id
    }

    /// A user who has a line alone.
    init(line: Int, id: String? = nil) { self.init(Position(line: line), id: id) }

    /// The beginning of a message about the user.
    var description: String {
        guard let id else { return position.description }
        // An invalid ID may have any length.
        return "\(position), \(position.index == nil ? "id" : "localId") '\(id.prefix(128))'"
    }
}

/// One user of a file, as a line in Cardea's own form.
struct SourceUser {
    let place: UserPlace
    /// The line without its end, or what is wrong.
    let text: Result<[UInt8], UserLineError>
}

/// Reads users one after another, so that a file of any size fits into memory.
protocol UserSource {
    /// The next user; `nil` at the end.
    ///
    /// - Throws: If the file cannot be read on.
    mutating func next() throws(CommandFailure) -> SourceUser?
}

/// Users in Cardea's own form, whose lines the server reads.
struct UserLines: UserSource {
    private var bytes: InputBytes

    init(_ bytes: InputBytes) { self.bytes = bytes }

    mutating func next() throws(CommandFailure) -> SourceUser? {
        while true {
            let number = bytes.line
            guard let line = try bytes.readLine(limit: UserLine.longestLine) else { return nil }
            if line.allSatisfy(ASCII.isJSONSpace) { continue }
            guard line.count <= UserLine.longestLine else {
                let error = UserLineError("the line is longer than \(UserLine.longestLine) bytes")
                return SourceUser(place: UserPlace(line: number), text: .failure(error))
            }
            let id = JSONValue(parsing: line)?["id"]?.string
            return SourceUser(place: UserPlace(line: number, id: id), text: .success(line))
        }
    }
}
