import CardeaIdentityService
import Foundation
import Testing

@Suite("The page about the emulator")
struct EmulatorPageTests {
    @Test("the page has a row for each difference, and no other")
    func differences() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appending(path: "Sources/Programs/CardeaServer/CardeaServer.docc/Emulator.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let names = text.matches(of: /\n\| `([A-Za-z]+)` \|/).map { String($0.1) }
        #expect(names.sorted() == EmulatorDifference.allCases.map(\.rawValue).sorted())
    }
}
