import Testing

/// The table of the page for users of other libraries, against the examples of the page.
struct ComingFromTests {
    static let tasks: [(row: String, examples: [String])] = [
        ("sign in with e-mail and password", ["TaskSignIn"]),
        ("restore the user at the start", ["TaskRestore"]),
        ("request with a fresh token, replay after 401", ["TaskRequest"]),
        ("follow the state in SwiftUI", ["TaskSwiftUI"]),
        ("a back end of your own, refresh by JSON", ["TaskBackEnd"]),
        ("sign in by the browser, sign out with revocation", ["TaskBrowser"]),
        ("an app with `URLSession` adopts it", ["TaskURLSession"]),
    ]

    @Test(
        "each task takes as many lines as the table says, and no more than the shortest rival",
        arguments: tasks
    )
    func lines(row: String, examples names: [String]) throws {
        let page = try Page("Sources/Cardea/Cardea.docc/ComingFrom.md")
        let line = try #require(page.text.split(separator: "\n").first { $0.hasPrefix("| \(row) |") })
        let cells = line.split(separator: "|").dropFirst().map { cell in
            cell.split { !$0.isNumber }.first.flatMap { Int($0) }
        }
        let examples = try Example.all().filter { names.contains($0.name) }
        let counted = examples.reduce(0) { $0 + $1.code.split(separator: "\n").count }
        #expect(counted > 0 && cells.first == counted)
        for rival in cells.dropFirst().compactMap(\.self) { #expect(counted <= rival) }
    }
}
