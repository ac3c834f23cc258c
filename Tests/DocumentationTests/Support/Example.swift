import Foundation

/// Code of this target that a page shows: the lines between the marks `// EXAMPLE name` and `// END`.
struct Example {
    let name: String
    /// The lines, moved to the left as far as their mark stands from it.
    let code: String

    /// All there are, in all the files.
    static func all() throws -> [Example] {
        try Page.files(in: Page.package.appending(path: "Tests/DocumentationTests"), ending: "swift")
            .flatMap { read(try String(contentsOf: $0, encoding: .utf8)) }
    }

    private static func read(_ text: String) -> [Example] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { start in
            let mark = lines[start]
            guard let words = mark.firstRange(of: "// EXAMPLE "),
                mark[..<words.lowerBound].allSatisfy({ $0 == " " }),
                let end = lines[start...].firstIndex(where: { $0.hasSuffix("// END") })
            else { return nil }
            let margin = mark.distance(from: mark.startIndex, to: words.lowerBound)
            let code = lines[(start + 1)..<end].map { $0.dropFirst(margin) + "\n" }.joined()
            return Example(name: String(mark[words.upperBound...]), code: code)
        }
    }
}
