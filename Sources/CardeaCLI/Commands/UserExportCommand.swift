import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaOperatingSystem

struct UserExportCommand: Command {
    static let name = "export"
    static let summary = "Exports users with their password hashes."
    static let discussion = """
        Without a file, or with -, the users are written to the standard output. A file gets mode 0600, and must not exist.
        Until it is complete, its name ends with .partial. If the export is stopped, the same command with --continue
        continues after the last user in the file. Keep the file secret: it contains password hashes and, for imported
        ones, keys of the former system.

        The format jsonl loses nothing. A file in a format of Firebase has one hash function: that of the first user, or the
        one that --hash-algo names. Users with another one are written without a password, and counted.
        """

    @Argument("The new file; - for the standard output.") var file: String?
    @Option(
        "The format: jsonl, firebase-json or firebase-csv (default: by the extension of the file).",
        value: "FORM"
    )
    var format: UserFileFormat?
    @Flag("Continues an export that was stopped; for a file in the format jsonl.") var `continue`
    @Option("The only user to export: an id, e-mail address, phone number or user name.", value: "USER")
    var user: String?
    @Option("For the formats of Firebase: the hash function whose hashes are written.", value: "NAME")
    var hashAlgo: String?
    @OptionGroup var options = PoolOptions()

    func run(_ console: Console) async throws {
        let path = file == "-" ? nil : file
        let form = format ?? UserFileFormat(path: file)
        if self.continue, form != .lines || path == nil {
            throw UsageError("--continue is for a file in the format jsonl")
        }
        if self.continue, user != nil { throw UsageError("--continue and --user exclude each other") }
        let meter = ProgressMeter("exported", console)
        var writer = writer(form)
        let output = try UserOutput(path, continuing: self.continue, console)
        do {
            let (count, warnings) = try await Management.use(options.data, console) { management in
                let count =
                    if let user {
                        try await download(user, management, &writer, output)
                    } else {
                        try await download(management, &writer, output, meter)
                    }
                try output.write(writer.end())
                try output.finish()
                return (count, writer.warnings)
            }
            meter.end()
            for warning in warnings { console.printError("cardea: \(warning)") }
            let users = count == 1 ? "1 user" : "\(count) users"
            if let path {
                let verb = count == 1 ? "is" : "are"
                console.print("\(users) \(verb) in \(path). Keep it secret: it contains password hashes.")
            } else {
                console.printError("cardea: \(users). Keep the output secret: it contains password hashes.")
            }
        } catch {
            meter.end()
            guard output.abandon(keeping: form == .lines) else { throw error }
            let failure = error as? CommandFailure
            throw CommandFailure(
                "\(error). To continue, run the same command again with --continue",
                exitCode: failure?.exitCode ?? 1,
                isTemporary: failure?.isTemporary ?? false
            )
        }
    }

    private func writer(_ form: UserFileFormat) -> any UserWriter {
        switch form {
        case .lines: UserLineWriter()
        case .firebaseJSON: FirebaseWriter(.json, algorithm: hashAlgo)
        case .firebaseCSV: FirebaseWriter(.csv, algorithm: hashAlgo)
        }
    }

    /// Reads one user.
    private func download(
        _ user: String,
        _ management: Management,
        _ writer: inout any UserWriter,
        _ output: UserOutput
    ) async throws -> Int {
        let request = AdminRequest<NoResponse>(path: options.path("users", user), verb: "export")
        let lines = try await management.send(request).body.split(separator: UInt8(ascii: "\n"))
        try output.write(try writer.bytes(of: lines))
        return lines.count
    }

    /// Reads page after page.
    private func download(
        _ management: Management,
        _ writer: inout any UserWriter,
        _ output: UserOutput,
        _ meter: ProgressMeter
    ) async throws -> Int {
        let counting = AdminRequest<UserCountMessage>(path: options.path("users"), verb: "count")
        let total = try await management.send(counting).decode(UserCountMessage.self).users
        let limit = 1000
        var (count, after) = output.former
        let remaining = Double(max(1, Int(total) - count))
        while true {
            let request = AdminRequest<NoResponse>(
                path: options.path("users"),
                verb: "export",
                query: [("limit", "\(limit)"), ("after", after)]
            )
            let page = try await management.send(request)
            let lines = page.body.split(separator: UInt8(ascii: "\n"))
            try output.write(try writer.bytes(of: lines))
            count += lines.count
            let exported = count - output.former.count
            meter.show(min(1, Double(exported) / remaining), count: exported)
            guard lines.count == limit, let last = lines.last else { return count }
            after = try UserLineWriter.id(of: last)
        }
    }
}
