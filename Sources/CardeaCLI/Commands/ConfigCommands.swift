import CardeaOperatingSystem
import CardeaServer
import CardeaSettings

struct ConfigCheck: Command {
    static let name = "check"
    static let summary =
        "Checks the configuration that 'serve' would use, and prints its errors."
    static let discussion = """
        It checks the values, the files that they name, the addresses to listen on, and the data directory. It decrypts
        the stored keys. It changes nothing. The exit code is 0 if a server could start, and 2 if it could not.
        Root can read every file, but a service has its own user. So root checks as the owner of the data directory, or
        as --user, with the groups of that user.
        """

    let settings = SettingOptions()
    @Option("A JSON5 file with the configuration.", value: "FILE") var config: String?
    @Option("The user that the server runs as.", value: "NAME") var user: String?

    func run(_ console: Console) async throws {
        let known = CardeaServer.Configuration.table.settings.map(\.variable) + ["CARDEA_CONFIG"]
        for name in console.environment.keys.sorted() where name.hasPrefix("CARDEA_") && !known.contains(name)
        {
            let guess = Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
            console.print("\(name) is not a setting, and is ignored\(guess)")
        }
        let user = try serverUser(console)
        if let user { console.print("The files are read as the user \(user.name).") }
        let problems = await CardeaServer.Configuration.problems(
            flags: settings.flags,
            environment: console.environment,
            file: config,
            as: user
        )
        for problem in problems.dropLast() { console.printError("cardea: \(problem)") }
        if let last = problems.last { throw CommandFailure(last, exitCode: 2) }
        console.print("The configuration is valid.")
    }

    /// The user for whom the files are checked; `nil` if root need not be distinguished: another user checks for itself.
    private func serverUser(_ console: Console) throws -> SystemUser? {
        if let user {
            guard let found = SystemUser(named: user) else {
                throw CommandFailure("there is no user \(user) on this machine", exitCode: 2)
            }
            return found.id == FileStatus.effectiveUser && found.id != 0 ? nil : found
        }
        guard FileStatus.effectiveUser == 0 else { return nil }
        let data = CardeaServer.Configuration.Assembled(settings.flags, console.environment, config)
            .configuration.data
        return SystemUser(id: (try? FileStatus(of: data))?.owner ?? 0)
    }
}

struct ConfigShow: Command {
    static let name = "show"
    static let summary = "Prints every setting with its value and its source."
    static let discussion = """
        The source is an option, an environment variable, the configuration file, or the default. --json prints the content
        of a configuration file.
        """

    let settings = SettingOptions()
    @Option("A JSON5 file with the configuration.", value: "FILE") var config: String?
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let assembled = CardeaServer.Configuration.Assembled(settings.flags, console.environment, config)
        for problem in assembled.problems.dropLast() { console.printError("cardea: \(problem)") }
        if let last = assembled.problems.last { throw CommandFailure(last, exitCode: 2) }
        if json { return console.print(json: try AdminResponse(encoding: assembled.configuration).json) }
        let rows = CardeaServer.Configuration.table.settings.map { setting in
            [
                setting.key, setting.value(in: assembled.configuration).description,
                assembled.origins[setting.key] ?? "default",
            ]
        }
        console.print(Table.text([["SETTING", "VALUE", "FROM"]] + rows))
    }
}
