import Foundation

/// A directory that lives as long as the value.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        // Short: the path of a Unix socket in it has 107 bytes at most.
        path = "/tmp/cardea-test-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it; with a text, the file is written.
    package func file(_ name: String, _ text: String? = nil) throws -> String {
        let file = path + "/" + name
        if let text { try Data(text.utf8).write(to: URL(filePath: file)) }
        return file
    }
}
