import CardeaServer

struct ConfigCheck: Command {
    static let name = "check"
    static let summary = "Reads the configuration as 'serve' would, and says what is wrong with it."

    @Options var data = DataOptions()

    func run(_ console: Console) async throws {
        _ = try data.configuration(console)
        let known = Set(Setting.all.map(\.variable)).union(["CARDEA_CONFIG"])
        for name in console.environment.keys.sorted() where name.hasPrefix("CARDEA_") && !known.contains(name)
        {
            console.print("\(name) is not a setting, and is ignored")
        }
        console.print("The configuration is good.")
    }
}
