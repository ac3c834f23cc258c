import Testing

/// The pages show code that is compiled: each example word for word.
@Suite("Documentation")
struct ExampleTests {
    @Test("every piece of Swift on a page is an example that compiles")
    func compiled() throws {
        let examples = Set(try Example.all().map(\.code))
        for page in try Page.all() {
            for block in page.blocks(of: "swift") where !examples.contains(block) {
                Issue.record("\(page.path) shows what no example compiles:\n\(block)")
            }
        }
    }

    @Test("every example is shown")
    func shown() throws {
        let blocks = Set(try Page.all().flatMap { $0.blocks(of: "swift") })
        let examples = try Example.all()
        #expect(examples.count > 20)
        for example in examples where !blocks.contains(example.code) {
            Issue.record("no page shows \(example.name)")
        }
    }

    @Test(
        "every scheme has a page with an example (K9, X1, X2, X3, X5, X8, X9, R7, R8, R9)",
        arguments: [
            "OneLongLivedToken", "AccessAndRefreshTokens", "RefreshByJSON", "OldForNew", "TokenInTheResponse",
            "CodesInTheBody",
            "WhereTheTokenStands", "YourOwnRefresher", "AskingAgain",
        ]
    )
    func scheme(name: String) throws {
        let page = try Page("Sources/Client/CardeaSession/CardeaSession.docc/\(name).md")
        #expect(!page.blocks(of: "swift").isEmpty)
        let overview = try Page("Sources/Client/CardeaSession/CardeaSession.docc/BringYourOwnBackEnd.md")
        #expect(overview.text.contains("<doc:\(name)>"))
    }
}
