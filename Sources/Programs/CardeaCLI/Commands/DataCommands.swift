import CardeaServer
import FoundationEssentials

struct Check: Command {
    static let name = "check"
    static let summary = "Checks the data of a server: the database, its schema, the keys."
    static let discussion = """
        It works with and without a running server, and changes nothing. The exit code is 0 for sound data, 3 for damaged
        data, and 1 if there is no data.
        """

    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let configuration = try data.configuration(console)
        let check = try await DataCheck.run(configuration)
        if json {
            console.print(json: try AdminResponse(encoding: check).json)
            if !check.isSound { throw CommandFailure("the data has problems", exitCode: 3) }
            return
        }
        for problem in check.problems.dropLast() { console.printError("cardea: \(problem)") }
        if let last = check.problems.last { throw CommandFailure(last, exitCode: 3) }
        console.print(
            "\(configuration.data) is sound: schema \(check.schemaVersion ?? 0), \(check.keys) keys open."
        )
    }
}

struct BackupCommand: Command {
    static let name = "backup"
    static let summary = "Copies the data of a server into a directory; the server may run."
    static let discussion = """
        The copy is of one moment, and is checked. Its keys are encrypted with the master key. Only --include-master-key copies
        the master key too, because anybody with both can sign tokens. Keep a copy of the master key in another place: a
        backup is useless without it.
        """

    @Argument("The directory of the new backup; it must be empty or absent.") var directory = ""
    @Flag("Copies the master key, too.") var includeMasterKey
    @OptionGroup var data = DataOptions()

    func run(_ console: Console) async throws {
        let configuration = try data.configuration(console)
        let meter = ProgressMeter("copied", console)
        let manifest = try await Backup.make(
            of: configuration,
            in: directory,
            includingMasterKey: includeMasterKey,
            progress: meter.show,
            warn: {
                meter.end()
                console.printError("cardea: warning: \($0). Without the right key, the backup is useless")
            }
        )
        meter.end()
        try await configuration.logMaintenance("data.backup", directory)
        let bytes = manifest.files.reduce(0) { $0 + $1.bytes }
        let key = manifest.includesMasterKey ? "with the master key" : "without the master key"
        console.print("The backup is in \(directory): \(bytes) bytes, \(key).")
    }
}

struct RestoreCommand: Command {
    static let name = "restore"
    static let summary = "Restores a backup into an empty data directory."
    static let discussion = """
        Every file is compared with the manifest, and the database is checked. Users whose refresh tokens are newer than
        the backup stay signed in. Users and sessions that were deleted or ended after the backup exist again. If root
        restores, the files belong to the owner of the data directory, and a new directory to the owner of its parent.
        """

    @Argument("The directory of the backup.") var directory = ""
    @Option(
        "The file with the master key, if the backup has none; it is copied into the data directory.",
        value: "FILE"
    )
    var masterKey: String?
    @OptionGroup var data = DataOptions()

    func run(_ console: Console) async throws {
        let configuration = try data.configuration(console)
        let meter = ProgressMeter("copied", console)
        let check = try await Restore.run(
            from: directory,
            to: configuration,
            masterKeyFile: masterKey,
            progress: meter.show
        )
        meter.end()
        await MaintenanceLog.writeLocally(MaintenanceLog.request("data.restore", directory), configuration)
        console.print(
            "\(configuration.data) is restored and sound: schema \(check.schemaVersion ?? 0), \(check.keys) keys open."
        )
    }
}
