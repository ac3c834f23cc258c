import CardeaServer
import FoundationEssentials

struct Check: Command {
    static let name = "check"
    static let summary = "Looks through the data of a server: the database, its schema, the keys."
    static let discussion = """
        It works beside a running server and without one, and changes nothing. The exit code is 0 when all is
        sound, 3 when something is not, and 1 when there was nothing to look at.
        """

    @Options var data = DataOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let configuration = try data.configuration(console)
        let check = try await DataCheck.run(configuration)
        if json {
            console.print(json: try Answer(encoding: check).json)
            if !check.isSound { throw CommandFailure("the data has problems", exitCode: 3) }
            return
        }
        for problem in check.problems.dropLast() { console.complain("cardea: \(problem)") }
        if let last = check.problems.last { throw CommandFailure(last, exitCode: 3) }
        console.print(
            "\(configuration.data) is sound: schema \(check.schemaVersion ?? 0), \(check.keys) keys open."
        )
    }
}

struct BackupCommand: Command {
    static let name = "backup"
    static let summary = "Copies the data of a server into a directory, while it serves or while it does not."
    static let discussion = """
        The copy is of one moment, and is checked before it is done. The keys in it are encrypted under the master
        key, which is copied only with --include-master-key: who has both can sign tokens. Keep the master key
        elsewhere, too: a backup is of no use without it.
        """

    @Argument("The directory to make; it must be empty or not there.") var directory = ""
    @Flag("Copies the master key, too.") var includeMasterKey
    @Options var data = DataOptions()

    func run(_ console: Console) async throws {
        let meter = ProgressMeter("copied", console)
        let manifest = try await Backup.make(
            of: try data.configuration(console),
            in: directory,
            includingMasterKey: includeMasterKey,
            progress: meter.show
        )
        meter.end()
        let bytes = manifest.files.reduce(0) { $0 + $1.bytes }
        let key = manifest.includesMasterKey ? "with the master key" : "without the master key"
        console.print("The backup is in \(directory): \(bytes) bytes, \(key).")
    }
}

struct RestoreCommand: Command {
    static let name = "restore"
    static let summary = "Puts a backup into an empty data directory."
    static let discussion = """
        Every file is compared with the manifest, and the database is checked, before it counts. Users whose refresh
        tokens are newer than the backup stay signed in. What was deleted or ended after the backup is there again.
        """

    @Argument("The directory of the backup.") var directory = ""
    @Option("The master key, where the backup has none; it is copied into the data directory.", value: "FILE")
    var masterKey: String?
    @Options var data = DataOptions()

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
        console.print(
            "\(configuration.data) is restored and sound: schema \(check.schemaVersion ?? 0), \(check.keys) keys open."
        )
    }
}
