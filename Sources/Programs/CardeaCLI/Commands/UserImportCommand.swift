import CardeaAdminAPI
import CardeaEncodings
import CardeaHTTPMessages

struct UserImportCommand: IrreversibleCommand {
    static let name = "import"
    static let summary = "Imports users with their password hashes from a file."
    static let discussion = """
        The file has one line of JSON for each user, as 'cardea user export' writes it. It may also be an export of Firebase in
        JSON or CSV. A user whose id exists is skipped, so the same command continues an import that was stopped.
        --overwrite replaces such users and ends their sessions. An invalid line is reported; the others are imported. Of equal
        errors, the first ten are shown and the rest is counted. A user who names a tenant is imported into it.
        For example:

          cardea user import users.json --hash-algo SCRYPT --hash-key-file key.txt --salt-separator Bw== --rounds 8 --mem-cost 14
        """

    @Argument("The file; - for the standard input.") var file = ""
    @Option(
        "The format: jsonl, firebase-json or firebase-csv (default: by the extension of the file).",
        value: "FORM"
    )
    var format: UserFileFormat?
    @Option("The line of the file to begin with.", value: "N") var fromLine = 1
    @Flag("Replaces users whose ids exist.") var overwrite
    @Flag("Checks the file and writes nothing; users are compared within batches of 500.") var dryRun
    @OptionGroup var hashes = HashOptions()
    @OptionGroup var confirmation = Confirmation()
    @OptionGroup var options = PoolOptions()

    var loss: TerminalText? {
        guard overwrite, !dryRun else { return nil }
        return "The users of the file will replace those with their ids, and the sessions of these will end."
    }

    func run(_ console: Console) async throws {
        guard fromLine >= 1 else { throw UsageError("--from-line must be 1 or more") }
        try await askFirst(console)
        let input = try InputFile(file, console)
        let source = try source(input)
        let request = AdminRequest<UserImportMessage>(
            method: .post,
            path: options.path("users"),
            verb: "import",
            query: [("existing", overwrite ? "replace" : "skip"), ("dryRun", dryRun ? "true" : nil)]
        )
        let meter = ProgressMeter(dryRun ? "checked" : "imported", console)
        let total = try await Management.use(options.data, console) { management in
            var transfer = UserUpload(management, request, console)
            transfer.meter = meter
            try await transfer.run(source, of: input, fromLine: fromLine)
            meter.end()
            for note in transfer.notes { console.printError("cardea: \(note)") }
            await reportProviders(transfer.accounts, management, console)
            return transfer.total
        }
        try report(total, console)
    }

    /// Names the providers that users need and that are not configured.
    private func reportProviders(
        _ accounts: [ProviderAccounts: Int],
        _ management: Management,
        _ console: Console
    ) async {
        let byTenant = Dictionary(grouping: accounts) { $0.key.tenant ?? options.tenant?.exact }
        for (tenant, accounts) in byTenant.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
            let list = AdminRequest<CardeaAdminAPI.ProviderList>.get(
                options.path(of: tenant?.description) + ["providers"]
            )
            // The users are imported, whatever becomes of this request.
            guard let response = try? await management.send(list),
                let known = try? response.decode(CardeaAdminAPI.ProviderList.self).providers
            else { continue }
            for (account, count) in accounts.sorted(by: { $0.key.provider < $1.key.provider })
            where !known.contains(where: { $0.provider?.exact == account.provider }) {
                let users = count == 1 ? "1 user has an account" : "\(count) users have accounts"
                let option = tenant.map { " --tenant \($0)" } ?? ""
                console.printError(
                    """
                    cardea: \(users) at '\(account.provider)', which is not configured. Nobody can sign in by it before: \
                    cardea provider set \(account.provider)\(option) …
                    """
                )
            }
        }
    }

    private func source(_ input: InputFile) throws -> any UserSource {
        let bytes = InputBytes(input)
        let hashFormat = try hashes.format()
        switch format ?? UserFileFormat(path: file) {
        case .lines:
            guard hashFormat == nil else {
                throw UsageError(
                    "--hash-algo is for files of Firebase; a line names its function in passwordHash"
                )
            }
            return UserLines(bytes)
        case .firebaseJSON: return FirebaseJSON(bytes, hashFormat)
        case .firebaseCSV: return FirebaseCSV(bytes, hashFormat)
        }
    }

    private func report(_ total: UserUpload.Total, _ console: Console) throws {
        if options.json {
            console.print(json: try AdminResponse(encoding: total).json)
        } else {
            console.print(
                """
                Users\(dryRun ? " that would be imported" : ""): \(total.created) created, \(total.replaced) replaced, \
                \(total.skipped) exist already, \(total.rejected) rejected.
                """
            )
            if total.skipped > 0 {
                console.print("Users that exist already do not change without --overwrite.")
            }
        }
        guard total.rejected == 0 else {
            throw CommandFailure(
                "rejected users: \(total.rejected). Correct their lines, and import the file again"
            )
        }
    }
}
