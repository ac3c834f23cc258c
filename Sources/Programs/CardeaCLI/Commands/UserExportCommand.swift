import CardeaAdminAPI
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityService
import CardeaOperatingSystem

struct UserExportCommand: Command {
    static let name = "export"
    static let summary = "Exports users with their password hashes."
    static let discussion = """
        Without a file, or with -, the users are written to the standard output. A file gets mode 0600, and must not exist.
        Until it is complete, its name ends with .partial. If the export is stopped, the same command with --continue
        continues after the last user in the file. Keep the file secret: it contains password hashes and, for imported
        ones, keys of the former system.

        Without --tenant, the users of all tenants are exported too, each with the name of its tenant; the format firebase-csv
        has no place for it. The format jsonl loses nothing. A file in a format of Firebase has one hash function: that of the
        first user, or the one that --hash-algo names. Users with another one are written without a password, and counted.
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
        if let hashAlgo { try HashOptions.check(name: hashAlgo, isUsed: form != .lines) }
        let meter = ProgressMeter("exported", console)
        var writer = writer(form)
        let output = try UserOutput(path, continuing: self.continue, console)
        do {
            let (count, warnings) = try await Management.use(options.data, console) { management in
                if let user {
                    let count = try await download(user, management, &writer, output)
                    try output.write(writer.end())
                    try output.finish()
                    return (count, writer.warnings)
                }
                var pools = try await pools(management)
                var warnings: [String] = []
                if form == .firebaseCSV {
                    let others = pools.dropFirst().reduce(0) { $0 + $1.users }
                    if others > 0 {
                        warnings.append(
                            "the file is without the users of tenants, \(others) in number: export each tenant with --tenant, or use --format firebase-json"
                        )
                    }
                    pools.removeLast(pools.count - 1)
                }
                let count = try await download(management, pools, &writer, output, meter)
                try output.write(writer.end())
                try output.finish()
                return (count, writer.warnings + warnings)
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

    /// The users of the project itself, or those of one tenant.
    private struct Pool {
        let tenant: String?
        let users: Int64
    }

    /// The pools to export: that of the option, or all of the project in the order of the tenants.
    private func pools(_ management: Management) async throws -> [Pool] {
        var tenants = [options.tenant]
        if options.tenant == nil {
            let list = AdminRequest<CardeaAdminAPI.TenantList>.get(options.path("tenants"))
            tenants += try await management.send(list).decode(CardeaAdminAPI.TenantList.self).tenants.map(
                \.id
            )
        }
        var pools: [Pool] = []
        for tenant in tenants {
            let request = AdminRequest<UserCountMessage>(
                path: options.path(of: tenant) + ["users"],
                verb: "count"
            )
            let users = try await management.send(request).decode(UserCountMessage.self).users
            pools.append(Pool(tenant: tenant, users: users))
        }
        return pools
    }

    /// Reads pool after pool.
    private func download(
        _ management: Management,
        _ pools: [Pool],
        _ writer: inout any UserWriter,
        _ output: UserOutput,
        _ meter: ProgressMeter
    ) async throws -> Int {
        var count = output.former.count
        let remaining = Double(max(1, Int(pools.reduce(0) { $0 + $1.users }) - count))
        var after = output.former.last?.id
        var rest = pools[...]
        if let last = output.former.last {
            rest = rest.drop { $0.tenant?.exact != last.tenant?.exact }
            guard !rest.isEmpty else {
                throw CommandFailure(
                    "the last user in the file is of a pool that is not exported: delete the file"
                )
            }
        }
        for pool in rest {
            let request = AdminRequest<NoResponse>(
                path: options.path(of: pool.tenant) + ["users"],
                verb: "export",
                query: [("after", after)]
            )
            let users = try await management.lines(of: request)
            while let lines = try await users.next() {
                try output.write(try writer.bytes(of: lines))
                count += lines.count
                let exported = count - output.former.count
                meter.show(min(1, Double(exported) / remaining), count: exported)
            }
            after = nil
        }
        return count
    }
}
