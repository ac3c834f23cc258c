import CardeaEncodings
import CardeaOperatingSystem
import CardeaServer
import CardeaSettings

struct ConfigCheck: Command {
    static let name = "check"
    static let summary =
        "Checks the configuration that 'serve' would use, and prints its errors."
    static let discussion = """
        It checks the values, the files that they name, the addresses to listen on, and the data directory. It decrypts
        the stored keys. It changes nothing. The exit code is 0 if a server could start, and 2 if it could not. Warnings
        name what works and is hardly wanted, such as a certificate that expires within 14 days.
        Root can read every file, but a service has its own user. So root checks as the owner of the data directory, or
        as --user, with the groups of that user.
        """

    @OptionGroup var options = ConfigurationOptions()
    @Option("The user that the server runs as.", value: "NAME") var user: String?

    func run(_ console: Console) async throws {
        let known = CardeaServer.Configuration.table.settings.map(\.variable) + ["CARDEA_CONFIG"]
        // Own texts.
        for name in console.environment.keys.sorted() where name.hasPrefix("CARDEA_") && !known.contains(name)
        {
            let guess = Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
            console.print("warning: \(name) is not a setting, and is ignored\(guess)")
        }
        let assembled = options.assembled(console)
        let user = try serverUser(of: assembled.configuration)
        if let user { console.print("The files are read as the user \(user.name).") }
        let (problems, warnings) = await assembled.check(as: user)
        for warning in warnings { console.print("warning: \(warning)") }
        for problem in problems.dropLast() { console.printError("cardea: \(problem)") }
        if let last = problems.last { throw CommandFailure(last, exitCode: 2) }
        let file = assembled.configuration.source.file.map { ": \($0)" } ?? ""
        console.print("The configuration is valid\(file).")
    }

    /// The user for whom the files are checked; `nil` if root need not be distinguished: another user checks for itself.
    private func serverUser(of configuration: CardeaServer.Configuration) throws -> SystemUser? {
        if let user {
            guard let found = SystemUser(named: user) else {
                throw CommandFailure("there is no user \(user) on this machine", exitCode: 2)
            }
            return found.id == FileStatus.effectiveUser && found.id != 0 ? nil : found
        }
        guard FileStatus.effectiveUser == 0 else { return nil }
        return SystemUser(id: (try? FileStatus(of: configuration.data))?.owner ?? 0)
    }
}

struct ConfigShow: Command {
    static let name = "show"
    static let summary = "Prints every setting with its value and its source."
    static let discussion = """
        The source is an option, an environment variable, the configuration file, or the default. --json prints the content
        of a configuration file.
        """

    @OptionGroup var options = ConfigurationOptions()
    @Flag("Prints JSON.") var json

    func run(_ console: Console) async throws {
        let assembled = options.assembled(console)
        for problem in assembled.problems.dropLast() { console.printError("cardea: \(problem)") }
        if let last = assembled.problems.last { throw CommandFailure(last, exitCode: 2) }
        if json { return console.print(json: try AdminResponse(encoding: assembled.configuration).json) }
        let rows = CardeaServer.Configuration.table.settings.map { setting in
            [
                setting.key, setting.text(in: assembled.configuration),
                // Own texts.
                assembled.origins[setting.key] ?? "default",
            ]
        }
        console.print(Table.text([["SETTING", "VALUE", "FROM"]] + rows))
    }
}

struct ConfigTexts: Command {
    static let name = "texts"
    static let summary = "Prints the texts of the pages in a language, for a translation."
    static let discussion = """
        Translate the texts, and store them in the directory of the setting 'languages' as TAG.json, such as fr.json or
        pt-BR.json. Keep each name between two %, such as %HOST%: it is the place of a value. A text with %COUNT% may be an
        object of texts by the forms of the plural: one, few, many and other.
        """

    @Argument("A language of the program: en, ja, zh-Hans, zh-Hant, ko or de.") var language = ""

    func run(_ console: Console) async throws {
        guard let texts = CardeaServer.pageTexts(in: language) else {
            throw CommandFailure("the program has no texts in the language '\(language)'", exitCode: 2)
        }
        console.print(json: String(decoding: texts.dropLast(), as: UTF8.self))
    }
}
