import Foundation

/// A page of the documentation: of a catalogue, or beside the sources.
struct Page {
    /// Where it lies, from the package's root.
    let path: String
    let text: String

    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../..").standardizedFileURL

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
    }

    /// Every page there is.
    static func all() throws -> [Page] {
        let top = try FileManager.default.contentsOfDirectory(atPath: package.path).filter {
            $0.hasSuffix(".md")
        }
        let deeper = try ["Sources", "Documentation"].flatMap { directory in
            try files(in: package.appending(path: directory), ending: "md").map {
                String($0.path.dropFirst(package.path.count))
            }
        }
        return try (top + deeper).sorted().map(Page.init)
    }

    /// The blocks of code in a language, without their fences.
    func blocks(of language: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// The files of a directory and of those in it.
    static func files(in directory: URL, ending type: String) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path)
            .filter { $0.hasSuffix("." + type) }.sorted().map { directory.appending(path: $0) }
    }
}
