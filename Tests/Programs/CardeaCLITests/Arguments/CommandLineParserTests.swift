import Testing

@testable import CardeaCLI

@Suite struct CommandLineParserTests {
    private let parser = CommandLineParser(
        program: "bake",
        summary: "Bakes.",
        [.command(Bread.self), .group(name: "cake", summary: "Bakes cakes.", [.command(Tart.self)])]
    )

    @Test(
        "options can have any place, with or without an equals sign",
        arguments: [
            ["bread", "rye", "--loaves", "3", "--crusty", "--baker", "Ada"],
            ["bread", "--loaves=3", "--crusty", "--baker=Ada", "rye"],
            ["bread", "--baker", "Ada", "--crusty", "--loaves", "3", "--", "rye"],
        ]
    )
    func options(words: [String]) throws {
        let bread = try #require(try command(words) as? Bread)
        #expect(bread.flour == "rye")
        #expect(bread.loaves == 3)
        #expect(bread.crusty)
        #expect(bread.staff.baker == "Ada")
        #expect(bread.shelf == nil)
    }

    @Test("missing options have their defaults")
    func optionsNotGiven() throws {
        let bread = try #require(try command(["bread", "rye"]) as? Bread)
        #expect(bread.loaves == 1)
        #expect(!bread.crusty)
        #expect(bread.staff.baker == nil)
    }

    @Test("words behind two dashes are arguments")
    func wordsBehindTwo() throws {
        let bread = try #require(try command(["bread", "--", "--rye", "--top"]) as? Bread)
        #expect(bread.flour == "--rye")
        #expect(bread.shelf == "--top")
    }

    @Test("commands are found in groups")
    func commandsFoundGroups() throws {
        #expect(try command(["cake", "tart"]) is Tart)
    }

    @Test(
        "an invalid word is rejected by name",
        arguments: [
            (["bead"], "unknown command 'bead'; did you mean 'bread'?"),
            (["cake", "trat"], "unknown command 'trat'; did you mean 'tart'?"),
            (["bread", "rye", "--baked=Ada"], "unknown option '--baked'; did you mean '--baker'?"),
            (["cake", "bread"], "unknown command 'bread'; see 'bake cake --help'"),
            (["--version"], "unknown option '--version'; see 'bake --help'"),
            (["--hlep"], "unknown option '--hlep'; did you mean '--help'?"),
            (["bread", "rye", "--loafs", "3"], "unknown option '--loafs'; did you mean '--loaves'?"),
            (["bread", "rye", "-l"], "unknown option '-l'; see 'bake bread --help'"),
            (["bread"], "FLOUR is missing; see 'bake bread --help'"),
            (["bread", "rye", "top", "wheat"], "unexpected argument 'wheat'; see 'bake bread --help'"),
            (["bread", "rye", "--loaves"], "--loaves needs a value"),
            (["bread", "rye", "--loaves", "many"], "--loaves: 'many' is not a whole number"),
            (["bread", "rye", "--loaves", "1", "--loaves=2"], "--loaves is given twice"),
            (["bread", "rye", "--crusty=yes"], "--crusty takes no value"),
            (["help", "bread", "rye"], "unknown command 'rye'; see 'bake bread --help'"),
        ]
    )
    func usageErrors(words: [String], message: String) {
        #expect(throws: UsageError(message)) { try parser.parse(words) }
    }

    @Test(
        "help is shown wherever it is asked for",
        arguments: [
            ([], "Commands:\n  bread  Bakes bread.\n  cake   Bakes cakes."),
            (["--help"], "Usage: bake <command>"),
            (["help"], "Usage: bake <command>"),
            (["cake"], "Usage: bake cake <command>"),
            (["help", "cake"], "Usage: bake cake <command>"),
            (["bread", "-h"], "Usage: bake bread FLOUR [SHELF] [options]"),
            (["help", "bread"], "  --loaves N     How many (default: 1)."),
            (["bread", "rye", "--loaves", "2", "--help"], "  --crusty       With a crust."),
            (["help", "bread"], "  --helper NAME  Who helps.\n"),
        ]
    )
    func help(words: [String], part: String) throws {
        guard case .help(let page) = try parser.parse(words) else {
            Issue.record("a command was found")
            return
        }
        #expect(HelpText.text(page).contains(part))
    }

    private func command(_ words: [String]) throws -> (any Command)? {
        guard case .run(let command) = try parser.parse(words) else { return nil }
        return command
    }
}

private struct Bread: Command {
    static let name = "bread"
    static let summary = "Bakes bread."

    @Argument("What it is made of.") var flour = ""
    @Argument("Where it goes.") var shelf: String?
    @Option("How many.", value: "N") var loaves = 1
    @Flag("With a crust.") var crusty
    @OptionGroup var staff = Staff()

    func run(_ console: Console) async throws {}
}

private struct Staff {
    @Option("Who bakes.", value: "NAME") var baker: String?
    @Option("Who helps.", value: "NAME") var helper = ""
}

private struct Tart: Command {
    static let name = "tart"
    static let summary = "Bakes a tart."

    func run(_ console: Console) async throws {}
}
