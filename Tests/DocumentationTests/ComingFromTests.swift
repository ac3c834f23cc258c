import Foundation
import Testing

/// The table of the page for users of other libraries, against the examples of the page.
struct ComingFromTests {
    /// A row of the table, with the example of the task and the set-up that it is the first to need.
    struct Task: Sendable {
        let row: String
        let example: String
        var setUp: String?
    }

    static let tasks = [
        Task(row: "sign in with e-mail and password", example: "TaskSignIn", setUp: "TaskSetUp"),
        Task(row: "restore the user at the start", example: "TaskRestore"),
        Task(row: "request with a fresh token, replay after 401", example: "TaskRequest"),
        Task(row: "follow the state in SwiftUI", example: "TaskSwiftUI", setUp: "TaskSwiftUISetUp"),
        Task(row: "a back end of your own, refresh by JSON", example: "TaskBackEnd"),
        Task(
            row: "sign in by the browser, sign out with revocation",
            example: "TaskBrowser",
            setUp: "TaskBrowserSetUp"
        ),
        Task(
            row: "an app with `URLSession` adopts it",
            example: "TaskURLSession",
            setUp: "TaskURLSessionSetUp"
        ),
        Task(row: "sign in by the page of GitHub", example: "TaskPage"),
        Task(row: "sign in with Apple", example: "TaskApple"),
    ]

    @Test(
        "each task and its set-up take the lines in the table, and the task no more than the shortest rival",
        arguments: tasks
    )
    func lines(of task: Task) throws {
        let page = try Page("Sources/Client/Cardea/Cardea.docc/ComingFrom.md")
        let line = try #require(page.text.split(separator: "\n").first { $0.hasPrefix("| \(task.row) |") })
        let cells = line.split(separator: "|").dropFirst()
        let lines = cells.map { cell in cell.split { !$0.isNumber }.first.flatMap { Int($0) } }
        let counted = try Self.lines(of: task.example)
        let setUp = try task.setUp.map { " (+\(try Self.lines(of: $0)))" } ?? ""
        #expect(cells.first == " \(counted)\(setUp) ")
        for rival in lines.dropFirst().compactMap(\.self) { #expect(counted <= rival) }
    }

    private static func lines(of name: String) throws -> Int {
        let example = try #require(try Example.all().first { $0.name == name })
        return example.code.split(separator: "\n").count
    }
}

/// The page for users of FirebaseAuth.
struct ComingFromFirebaseAuthTests {
    @Test("every call on the right side exists")
    func calls() throws {
        let page = try Page("Sources/Client/Cardea/Cardea.docc/ComingFromFirebaseAuth.md").text
        let calls = page.matches(of: /``(\w+)\/(\w+)(?:\(([\w:]*)\))?``/)
        #expect(calls.count > 35)
        let sources = try Page.files(
            in: Page.package.appending(path: "Sources/Client/Cardea"),
            ending: "swift"
        )
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
