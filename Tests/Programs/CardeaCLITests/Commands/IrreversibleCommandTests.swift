import CardeaHTTPMessages
import Testing

@testable import CardeaCLI

@Suite("Commands that cannot be undone")
struct IrreversibleCommandTests {
    @Test("each command that deletes something asks first at a terminal, and has the option --yes")
    func deletions() throws {
        var deletions = 0
        for command in Self.commands(Program.tree) where Self.deletes(command) {
            deletions += 1
            #expect(command is any IrreversibleCommand.Type, "\(command)")
            #expect(ParameterList(of: command.init()).option("--yes") != nil, "\(command)")
        }
        #expect(deletions >= 8)
    }

    @Test("a rotation of keys asks only if it retires the older keys")
    func rotation() throws {
        #expect(try loss("keys", "rotate") == nil)
        #expect(try loss("keys", "rotate", "--retire-others")?.text.contains("All tokens") == true)
        let all = try loss("keys", "rotate", "--refresh-tokens", "--retire-others")
        #expect(all?.text.contains("Every user will be signed out") == true)
    }

    @Test("an import asks only if it replaces users and writes them")
    func replacingImport() throws {
        #expect(try loss("user", "import", "users.jsonl") == nil)
        #expect(try loss("user", "import", "users.jsonl", "--overwrite", "--dry-run") == nil)
        let loss = try loss("user", "import", "users.jsonl", "--overwrite")
        #expect(loss?.text.contains("the sessions of these will end") == true)
        guard
            case .run(let command) = try Program.parser.parse(["user", "import", "a", "--overwrite", "--yes"])
        else { return }
        #expect((command as? any IrreversibleCommand)?.confirmation.yes == true)
    }

    private func loss(_ words: String...) throws -> TerminalText? {
        guard case .run(let command) = try Program.parser.parse(words) else { return nil }
        return try #require(command as? any IrreversibleCommand).loss
    }

    private static func commands(_ nodes: [CommandNode]) -> [any Command.Type] {
        nodes.flatMap { node -> [any Command.Type] in
            switch node {
            case .command(let command): [command]
            case .group(_, _, let nested): commands(nested)
            }
        }
    }

    private static func deletes(_ command: any Command.Type) -> Bool {
        func method(_ command: some ManagementCommand) -> RequestMethod? { try? command.request.method }
        guard let command = command.init() as? any ManagementCommand else { return false }
        return method(command) == .delete
    }
}
