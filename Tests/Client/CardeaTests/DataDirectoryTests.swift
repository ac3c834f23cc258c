@testable import Cardea
import Foundation
import Testing

@Suite struct DataDirectoryTests {
    @Test(
        "the default store is below XDG_DATA_HOME, else HOME, else the user's home; only absolute paths count (client 1.10)",
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/elsewhere"], "/data/app"),
            (["XDG_DATA_HOME": "", "HOME": "/elsewhere"], "/elsewhere/.local/share/app"),
            (["XDG_DATA_HOME": "data", "HOME": "/elsewhere"], "/elsewhere/.local/share/app"),
            (["HOME": "elsewhere"], "/home/ada/.local/share/app"),
            ([:], "/home/ada/.local/share/app"),
        ]
    )
    func place(environment: [String: String], expected: String) {
        #expect(part(of: environment, existing: []) == expected)
    }

    @Test("a store that an earlier version made, which did not look at HOME, is still found (client 1.10)")
    func earlier() {
        let earlier = "/home/ada/.local/share/app"
        let present = "/elsewhere/.local/share/app"
        let environment = ["HOME": "/elsewhere"]
        #expect(part(of: environment, existing: [earlier]) == earlier)
        #expect(part(of: environment, existing: [earlier, present]) == present)
        let named = ["XDG_DATA_HOME": "/data", "HOME": "/elsewhere"]
        #expect(part(of: named, existing: [earlier]) == "/data/app")
    }

    private func part(of environment: [String: String], existing: Set<String>) -> String {
        let directory = DataDirectory(environment: environment, home: URL(filePath: "/home/ada"))
        return directory.part("app", exists: { existing.contains($0.path) }).path
    }
}
