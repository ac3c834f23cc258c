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

/// One user of a file, as a line in Cardea's own form.
struct SourceUser {
    /// The number of the line in the file where the user begins, from 1 on.
    let line: Int
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
                return SourceUser(line: number, text: .failure(error))
            }
            return SourceUser(line: number, text: .success(line))
        }
    }
}
