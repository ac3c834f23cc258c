import CardeaAdminAPI
import CardeaHTTPMessages

struct UserImportCommand: Command {
    static let name = "import"
    static let summary = "Imports users with their password hashes from a file."
    static let discussion = """
        The file has one line of JSON for each user, as 'cardea user export' writes it. It may also be an export of Firebase in
        JSON or CSV. A user whose id exists is skipped, so the same command continues an import that was stopped.
        --overwrite replaces such users and ends their sessions. An invalid line is reported; the others are imported.
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
    @OptionGroup var options = PoolOptions()

    func run(_ console: Console) async throws {
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
            return transfer.total
        }
        meter.end()
        try report(total, console)
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
                "rejected users: \(total.rejected). Correct their lines, and import them again"
            )
        }
    }
}
