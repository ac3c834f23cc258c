import CardeaServer

struct ConfigCheck: Command {
    static let name = "check"
    static let summary = "Reads the configuration as 'serve' would, and says what is wrong with it."
    static let discussion = """
        It checks the values, the files that they name, the addresses to listen on, the data directory, and whether its
        keys open. It changes nothing. The exit code is 0 if a server could start, and 2 if it could not.
        """

    @Options var data = DataOptions()

    func run(_ console: Console) async throws {
        let known = Setting.all.map(\.variable) + ["CARDEA_CONFIG"]
        for name in console.environment.keys.sorted() where name.hasPrefix("CARDEA_") && !known.contains(name)
        {
            let guess = Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
            console.print("\(name) is not a setting, and is ignored\(guess)")
        }
        let problems = await CardeaServer.Configuration.problems(
            flags: data.flags,
            environment: console.environment,
            file: data.config
        )
        for problem in problems.dropLast() { console.complain("cardea: \(problem)") }
        if let last = problems.last { throw CommandFailure(last, exitCode: 2) }
        console.print("The configuration is good.")
    }
}
