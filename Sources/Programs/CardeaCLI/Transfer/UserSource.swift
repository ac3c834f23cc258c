import CardeaAdminAPI
import CardeaEncodings
import CardeaIdentityService
import CardeaOperations
import CardeaPasswordHashing

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

/// The reason why a part of a file is not a user.
struct UserLineError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let notUTF8 = UserLineError("the bytes are not UTF-8: save the file as UTF-8")
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

    /// The fault of the command if the user has a password hash whose function is unknown.
    var missingFunction: CommandFailure {
        CommandFailure(
            "\(self): there is a password hash: name its function with --hash-algo. No user was imported",
            exitCode: 2
        )
    }

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
    /// The tenant that the user names.
    var tenant: String?
    /// The providers at which the user has accounts.
    var providers: [String] = []
    /// The fields that the user has, and for which Cardea has no place.
    var fieldsWithoutPlace: [String] = []

    init(place: UserPlace, text: Result<[UInt8], UserLineError>) {
        self.place = place
        self.text = text
    }
}

extension SourceUser {
    /// A user in Firebase's form.
    ///
    /// - Throws: `CommandFailure` if there is a password hash, and no function.
    init(
        _ position: UserPlace.Position,
        _ json: JSONValue,
        _ format: HashFormat?
    ) throws(CommandFailure) {
        let place = UserPlace(position, id: json["localId"]?.string)
        let user: FirebaseUser
        let record: UserRecord
        do {
            user = try FirebaseUser.read(json, NoLimit(), .exact) ?? FirebaseUser()
            record = try user.record(format)
        } catch let error as FieldError {
            self.init(place: place, text: .failure(UserLineError(error.explanation(in: "user"))))
            return
        } catch {
            self.init(place: place, text: .failure(UserLineError("\(error)")))
            return
        }
        switch record.password {
        case .invalid(.missing): throw place.missingFunction
        case .invalid(let error):
            self.init(place: place, text: .failure(UserLineError("\(UserImportError.invalidHash(error))")))
        case .hash, .plain, nil: self.init(place: place, text: .success(UserLine(record).line))
        }
        tenant = record.tenant
        providers = record.providers.map(\.id)
        fieldsWithoutPlace = user.fieldsWithoutPlace
    }
}

/// Reads users one after another, so that a file of any size fits into memory.
protocol UserSource {
    /// The next user; `nil` at the end.
    ///
    /// - Throws: If the file cannot be read on.
    mutating func next() throws(CommandFailure) -> SourceUser?

    /// Whether the file may have a fault that ends its import; it is then read before anything is written.
    var mayFail: Bool { get }
    /// Messages for the person, when all users are read.
    var notes: [String] { get }
}

extension UserSource {
    var notes: [String] { [] }
}

/// Users in Cardea's own form, whose lines the server reads.
struct UserLines: UserSource {
    private var bytes: InputBytes
    let mayFail = false

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
            guard String(validUTF8: line) != nil else {
                return SourceUser(place: UserPlace(line: number), text: .failure(.notUTF8))
            }
            let json = JSONValue(parsing: line)
            let place = UserPlace(line: number, id: json?["id"]?.string)
            var user = SourceUser(place: place, text: .success(line))
            user.tenant = json?["tenantId"]?.string.flatMap { $0.isEmpty ? nil : $0 }
            user.providers = (json?["providers"]?.array ?? []).compactMap { $0["id"]?.string }
            return user
        }
    }
}
