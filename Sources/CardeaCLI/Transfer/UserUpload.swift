import CardeaAdminAPI
import CardeaEncodings
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
    /// The numbers in the file of the lines of the batch.
    private var lines: [Int] = []
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
            let earlier = (try? user.text.get()).flatMap { ids.insert(idOf: $0, line: user.line) }
            guard user.line >= fromLine else { continue }
            if let earlier {
                reject(user.line, "the id is also that of line \(earlier); a file has one line for each user")
                continue
            }
            switch user.text {
            case .failure(let error): reject(user.line, error.description)
            case .success(let line):
                if batch.count + line.count >= Self.batchBytes || lines.count == Self.batchUsers {
                    try await send()
                    meter?.show(file.part, count: sent)
                }
                batch += line
                batch.append(UInt8(ascii: "\n"))
                lines.append(user.line)
            }
        }
        try await send()
    }

    private mutating func send() async throws {
        guard let first = lines.first else { return }
        let result: UserImportMessage
        do {
            request.lines = batch
            result = try await management.send(request).decode(UserImportMessage.self)
        } catch let failure as CommandFailure {
            meter?.end()
            guard sent > 0 || failure.isTemporary else { throw failure }
            let before = sent > 0 ? "The users before line \(first) are imported; to" : "To"
            throw CommandFailure(
                """
                \(failure.description). \(before) continue, run the same command again, or with --from-line \(first)
                """,
                exitCode: failure.exitCode,
                isTemporary: failure.isTemporary
            )
        }
        sent += lines.count
        total.created += result.created
        total.replaced += result.replaced
        total.skipped += result.skipped
        for error in result.errors where lines.indices.contains(error.position) {
            reject(lines[error.position], error.message)
        }
        batch.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
    }

    private mutating func reject(_ line: Int, _ reason: String) {
        total.rejected += 1
        meter?.end()
        console.printError("line \(line): \(reason)")
    }
}

/// The ids of the users before and their lines, within a window: a file of any size fits into memory.
///
/// Of an id that stood before the window, the server says that the user exists.
struct RecentIDs {
    /// The smallest number of users that the window holds.
    static let window = 50_000

    private var current: [String: Int] = [:]
    private var former: [String: Int] = [:]

    /// Notes the id of a user in Cardea's own form.
    ///
    /// - Returns: The line that had the id before; `nil` if none had it, or if the user has no id.
    mutating func insert(idOf user: [UInt8], line: Int) -> Int? {
        guard let id = JSONValue(parsing: user)?["id"]?.string, !id.isEmpty else { return nil }
        // An id is not stored, so an invalid one of any length is not kept.
        guard id.utf8.count <= 128 else { return nil }
        if let earlier = current[id] ?? former[id] { return earlier }
        if current.count == Self.window {
            former = current
            current = [:]
        }
        current[id] = line
        return nil
    }
}
