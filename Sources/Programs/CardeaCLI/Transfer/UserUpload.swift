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
    /// The users of the batch.
    private var users: [SourceUser] = []
    /// The name of the file.
    private var name = ""
    /// Messages for the person, when all users are sent.
    private(set) var notes: [String] = []
    private var ids = RecentIDs()
    /// The accounts of the accepted users at providers.
    private(set) var accounts: [ProviderAccounts: Int] = [:]
    private var fieldsWithoutPlace: [ExactText: Int] = [:]
    private var errors = RepeatedErrors()
    /// The number of users that the server has accepted or rejected.
    private var sent = 0

    init(_ management: Management, _ request: AdminRequest<UserImportMessage>, _ console: Console) {
        self.management = management
        self.request = request
        self.console = console
    }

    /// Sends all users from a line on.
    ///
    /// A fault that ends the import is found before the first user is sent.
    mutating func run(_ source: any UserSource, of file: InputFile, fromLine: Int) async throws {
        name = file.name
        if source.mayFail {
            try file.keep()
            var checked = source
            while try checked.next() != nil {}
            try file.rewind()
        }
        var source = source
        var lastLine = 0
        while let user = try source.next() {
            lastLine = user.place.position.line
            let earlier = ids.insert(user)
            guard user.place.position.line >= fromLine else { continue }
            if let earlier {
                reject(user.place, "the id is also that of \(earlier); a file has each user once")
                continue
            }
            switch user.text {
            case .failure(let error): reject(user.place, error.description)
            case .success(let line):
                if batch.count + line.count >= Self.batchBytes || users.count == Self.batchUsers {
                    try await send()
                    meter?.show(file.part, count: sent)
                }
                batch += line
                batch.append(UInt8(ascii: "\n"))
                users.append(user)
            }
        }
        // The line behind the last one is where a complete import goes on.
        guard fromLine <= lastLine + 1 else {
            throw UsageError(
                "--from-line is \(fromLine), and the last user of the file begins in line \(lastLine)"
            )
        }
        try await send()
        for line in errors.summary { console.printError("\(line)") }
        notes =
            source.notes
            + fieldsWithoutPlace.sorted { $0.key < $1.key }.map { name, count in
                "\(count == 1 ? "1 user has" : "\(count) users have") a value of '\(name)', for which Cardea has no place: it was left out"
            }
    }

    private mutating func send() async throws {
        guard let first = users.first?.place else { return }
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
        sent += users.count
        total.created += result.created
        total.replaced += result.replaced
        total.skipped += result.skipped
        for error in result.errors where users.indices.contains(error.position) {
            reject(users[error.position].place, error.message)
        }
        let rejected = Set(result.errors.map(\.position))
        for (position, user) in users.enumerated() where !rejected.contains(position) {
            for provider in Set(user.providers.map(\.exact)) {
                accounts[ProviderAccounts(tenant: user.tenant?.exact, provider: provider), default: 0] += 1
            }
            for field in user.fieldsWithoutPlace { fieldsWithoutPlace[field.exact, default: 0] += 1 }
        }
        batch.removeAll(keepingCapacity: true)
        users.removeAll(keepingCapacity: true)
    }

    private mutating func reject(_ place: UserPlace, _ reason: String) {
        total.rejected += 1
        guard errors.insert(reason) else { return }
        meter?.end()
        console.printError("\(name), \(place): \(reason)")
    }
}

/// Accounts at one provider, of the users of the project itself or of one tenant.
struct ProviderAccounts: Hashable {
    let tenant: ExactText?
    let provider: ExactText
}

/// Counts errors that are equal but for numbers and quoted texts, so that a million of them fit on a screen.
struct RepeatedErrors {
    /// The number of equal errors that are shown.
    private static let limit = 10

    private var counts: [ExactText: (count: Int, last: String)] = [:]

    /// - Returns: Whether the error is shown.
    mutating func insert(_ reason: String) -> Bool {
        let count = counts[Self.kind(of: reason)]?.count ?? 0
        counts[Self.kind(of: reason)] = (count + 1, reason)
        return count < Self.limit
    }

    /// One line for each error that was not shown each time.
    var summary: [String] {
        counts.sorted { $0.key < $1.key }.compactMap { _, error in
            let more = error.count - Self.limit
            return more > 0 ? "… and \(more) more: \(error.last)" : nil
        }
    }

    private static func kind(of reason: String) -> ExactText {
        var isQuoted = false
        let kind = reason.utf8.filter { byte in
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            return !isQuoted && !ASCII.isDigit(byte)
        }
        return String(decoding: kind, as: UTF8.self).exact
    }
}

/// The ids of the users before and their places, within a window: a file of any size fits into memory.
///
/// Of an id that stood before the window, the server says that the user exists.
struct RecentIDs {
    /// The smallest number of users that the window holds.
    static let window = 50_000

    /// Users by tenant and ID, byte by byte.
    private var current: [[UInt8]: UserPlace.Position] = [:]
    private var former: [[UInt8]: UserPlace.Position] = [:]

    /// Notes the id of a user.
    ///
    /// - Returns: The place that had the id before; `nil` if none had it, or if the user has no valid line or no id.
    mutating func insert(_ user: SourceUser) -> UserPlace.Position? {
        guard case .success = user.text, let id = user.place.id else { return nil }
        // An id is not stored, so an invalid one of any length is not kept.
        guard id.utf8.count <= 128 else { return nil }
        let key = Array((user.tenant ?? "").utf8) + [0] + Array(id.utf8)
        if let earlier = current[key] ?? former[key] { return earlier }
        if current.count == Self.window {
            former = current
            current = [:]
        }
        current[key] = user.place.position
        return nil
    }
}
