import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaIdentityService

/// Sends the users of a file in batches, and reports what is wrong with them.
struct UserUpload {
    /// The outcome of all batches.
    struct Total: Encodable {
        var created = 0
        var replaced = 0
        var skipped = 0
        var rejected = 0
    }

    /// One batch stays below the server's limit of a body, and hashes at most so many passwords.
    private static let batchBytes = 512 * 1024
    private static let batchUsers = 500

    private let management: Management
    /// The request of a batch, without its lines.
    private var request: AdminRequest<UserImportMessage>
    private let console: Console
    var meter: ProgressMeter?
    private(set) var total = Total()
    private var batch: [UInt8] = []
    /// The places in the file of the users of the batch.
    private var places: [UserPlace] = []
    private var ids = RecentIDs()
    /// The number of users that the server has accepted or rejected.
    private var sent = 0

    init(_ management: Management, _ request: AdminRequest<UserImportMessage>, _ console: Console) {
        self.management = management
        self.request = request
        self.console = console
    }

    /// Sends all users from a line on.
    mutating func run(_ source: any UserSource, of file: InputFile, fromLine: Int) async throws {
        var source = source
        while let user = try source.next() {
            let earlier = ids.insert(user)
            guard user.place.position.line >= fromLine else { continue }
            if let earlier {
                reject(user.place, "the id is also that of \(earlier); a file has each user once")
                continue
            }
            switch user.text {
            case .failure(let error): reject(user.place, error.description)
            case .success(let line):
                if batch.count + line.count >= Self.batchBytes || places.count == Self.batchUsers {
                    try await send()
                    meter?.show(file.part, count: sent)
                }
                batch += line
                batch.append(UInt8(ascii: "\n"))
                places.append(user.place)
            }
        }
        try await send()
    }

    private mutating func send() async throws {
        guard let first = places.first else { return }
        let result: UserImportMessage
        do {
            request.lines = batch
            result = try await management.send(request).decode(UserImportMessage.self)
        } catch let failure as CommandFailure {
            meter?.end()
            guard sent > 0 || failure.isTemporary else { throw failure }
            let before = sent > 0 ? "The users before \(first.position) are imported; to" : "To"
            throw CommandFailure(
                """
                \(failure.description). \(before) continue, run the same command again, or with --from-line \(first.position.line)
                """,
                exitCode: failure.exitCode,
                isTemporary: failure.isTemporary
            )
        }
        sent += places.count
        total.created += result.created
        total.replaced += result.replaced
        total.skipped += result.skipped
        for error in result.errors where places.indices.contains(error.position) {
            reject(places[error.position], error.message)
        }
        batch.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    private mutating func reject(_ place: UserPlace, _ reason: String) {
        total.rejected += 1
        meter?.end()
        console.printError("\(place): \(reason)")
    }
}

/// The ids of the users before and their places, within a window: a file of any size fits into memory.
///
/// Of an id that stood before the window, the server says that the user exists.
struct RecentIDs {
    /// The smallest number of users that the window holds.
    static let window = 50_000

    private var current: [String: UserPlace.Position] = [:]
    private var former: [String: UserPlace.Position] = [:]

    /// Notes the id of a user.
    ///
    /// - Returns: The place that had the id before; `nil` if none had it, or if the user has no valid line or no id.
    mutating func insert(_ user: SourceUser) -> UserPlace.Position? {
        guard case .success = user.text, let id = user.place.id else { return nil }
        // An id is not stored, so an invalid one of any length is not kept.
        guard id.utf8.count <= 128 else { return nil }
        if let earlier = current[id] ?? former[id] { return earlier }
        if current.count == Self.window {
            former = current
            current = [:]
        }
        current[id] = user.place.position
        return nil
    }
}
