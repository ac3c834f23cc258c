import Foundation

/// A Swift file: its imports and the lines that the rules concern.
struct SourceFile {
    /// A line of code without its comment, numbered from one.
    struct Line {
        let number: Int
        let code: Substring
    }

    let name: String
    let lines: [Line]
    /// The imported modules, with the lines of their imports.
    let imports: [(module: String, line: Int)]

    init(contentsOf url: URL) throws {
        name = url.lastPathComponent
        let text = try String(contentsOf: url, encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        self.lines = lines.enumerated().map { index, line in
            Line(number: index + 1, code: Self.withoutComment(line))
        }
        imports = Self.imports(in: self.lines)
    }

    private static func imports(in lines: [Line]) -> [(module: String, line: Int)] {
        lines.compactMap { line in
            // A regular expression is slow, so a plain search comes first; below, too.
            guard line.code.contains("import ") else { return nil }
            let access = #/\s*(?:@\w+(?:\([^)]*\))? )*(?:public |package |internal |private |fileprivate )?/#
            let kind = #/(?:typealias |struct |class |enum |protocol |let |var |func )?/#
            guard let start = line.code.prefixMatch(of: access)?.range.upperBound else { return nil }
            let statement = line.code[start...]
            guard statement.hasPrefix("import "),
                let match = statement.dropFirst(7).prefixMatch(of: kind)
            else { return nil }
            let module = statement[match.range.upperBound...].prefix {
                $0.isLetter || $0.isNumber || $0 == "_"
            }
            return (String(module), line.number)
        }
    }

    /// The lines with an unsafe construct or a promise that the compiler does not check.
    var unsafeLines: [Int] {
        lines.filter { line in
            let mayBe = ["unsafe", "Unsafe", "@unchecked", "Unmanaged"].contains { line.code.contains($0) }
            return mayBe
                && line.code.contains(
                    #/\bunsafe\b|@unchecked\b|\bUnsafe\w*(?:Pointer|Continuation)\b|\bUnmanaged\b/#
                )
        }
        .map(\.number)
    }

    /// The lines with a public declaration.
    var publicLines: [Int] {
        lines.filter { line in
            let mayBe = line.code.contains("public") || line.code.contains("open")
            return mayBe && line.code.contains(#/^\s*(?:@\w+(?:\([^)]*\))? )*(?:public|open)\b/#)
        }
        .map(\.number)
    }

    /// The part of a line before `//`; a `//` inside a string does not count.
    private static func withoutComment(_ line: Substring) -> Substring {
        var isInString = false
        var previous: Character = " "
        for index in line.indices {
            let character = line[index]
            if character == "\"", previous != "\\" { isInString.toggle() }
            if character == "/", previous == "/", !isInString { return line[..<line.index(before: index)] }
            previous = character
        }
        return line
    }
}
