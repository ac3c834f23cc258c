import Foundation
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
        ("sign in by the page of GitHub", ["TaskPage"]),
        ("sign in with Apple", ["TaskApple"]),
    ]

    @Test(
        "each task takes the number of lines in the table, and no more than the shortest rival",
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

/// The page for users of FirebaseAuth.
struct ComingFromFirebaseAuthTests {
    @Test("every call on the right side exists")
    func calls() throws {
        let page = try Page("Sources/Cardea/Cardea.docc/ComingFromFirebaseAuth.md").text
        let calls = page.matches(of: /``(\w+)\/(\w+)(?:\(([\w:]*)\))?``/)
        #expect(calls.count > 35)
        let sources = try Page.files(in: Page.package.appending(path: "Sources/Cardea"), ending: "swift")
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for call in calls where call.2 != "Code" {
            let name = String(call.2)
            let isFunction = call.3 != nil
            let function = name == "init" ? "init?(" : "func \(name)("
            let declarations = isFunction ? [function] : ["var \(name)", "let \(name)"]
            let labels = (call.3 ?? "").split(separator: ":").map(String.init)
            let exists = declarations.flatMap { sources.ranges(of: $0) }.contains { range in
                let parameters = sources[range.upperBound...].prefix { $0 != "{" }
                return labels.allSatisfy {
                    parameters.contains($0 == "_" ? "_ " : "\($0): ") || parameters.contains("\($0) ")
                }
            }
            #expect(exists, "\(call.0)")
        }
    }
}
