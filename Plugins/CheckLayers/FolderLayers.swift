import Foundation
import PackagePlugin

/// The layers of folders inside one module: a file refers only to types of its own folder and of folders below it.
///
/// The check goes by names: it finds the types that each folder declares at the top level, and the words of every file.
struct FolderLayers {
    private let module: String
    /// The position of each folder; the lowest layer is zero.
    private let positions: [String: Int]
    private var declared: [String: Set<String>] = [:]
    private var files: [(folder: String, file: SourceFile)] = []
    private var unknown: Set<String> = []

    /// Creates the check of a module; `nil` if its folders have no layers.
    init?(_ module: String) {
        guard let folders = Architecture.folders[module] else { return nil }
        self.module = module
        positions = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1, $0) })
    }

    /// Adds a file at a path inside the module.
    mutating func add(_ file: SourceFile, at path: String) {
        let directory = path.split(separator: "/").dropLast().joined(separator: "/")
        // Files beside the folders may refer to everything.
        if directory.isEmpty { return }
        let folder = positions.keys.filter { directory == $0 || directory.hasPrefix($0 + "/") }
            .max { $0.count < $1.count }
        guard let folder else {
            unknown.insert(directory)
            return
        }
        for type in file.declaredTypes { declared[type, default: []].insert(folder) }
        files.append((folder, file))
    }

    /// References that lead up.
    var violations: [String] {
        let misplaced = unknown.sorted().map {
            "\(module)/\($0) has no layer: add it to Plugins/CheckLayers/Architecture.swift"
        }
        let upward = files.flatMap { folder, file in
            file.references(to: Set(declared.keys)).compactMap { type, line -> String? in
                guard let homes = declared[type], let own = positions[folder], !homes.contains(folder),
                    homes.allSatisfy({ positions[$0, default: 0] > own })
                else { return nil }
                let home = homes.sorted().joined(separator: ", ")
                return "\(module)/\(folder)/\(file.name):\(line): refers to \(type) of \(home), a layer above"
            }
        }
        return misplaced + upward
    }
}

extension SourceFile {
    private static let modifiers: Set<Substring> = ["public", "package", "internal", "final", "indirect"]
    private static let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "actor", "typealias"]

    /// The types that the file declares at its top level for other files.
    var declaredTypes: [String] {
        lines.compactMap { line in
            // A declaration at the top level is not indented.
            guard line.code.first.map({ $0 != " " }) ?? false else { return nil }
            let words = line.code.split(separator: " ").drop {
                $0.hasPrefix("@") || Self.modifiers.contains($0)
            }
            guard let kind = words.first, Self.kinds.contains(kind) else { return nil }
            return words.dropFirst().first.map {
                String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            }
        }
    }

    /// Where the file names one of these types: each type once, not as a member of another, nor in a string.
    func references(to types: Set<String>) -> [(type: String, line: Int)] {
        var found: [String: Int] = [:]
        for line in lines {
            for name in Self.capitalizedWords(of: line.code) where types.contains(name) && found[name] == nil
            {
                found[name] = line.number
            }
        }
        return found.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }
    }

    /// The words outside of strings that begin with a capital letter and follow no dot.
    ///
    /// It goes by bytes: a regex takes minutes.
    private static func capitalizedWords(of code: Substring) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var isInString = false
        var previous = UInt8(ascii: " ")
        var beforeWord = previous
        for byte in Array(code.utf8) + [UInt8(ascii: " ")] {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                if word.isEmpty { beforeWord = previous }
                word.append(byte)
            default:
                let isName = word.first.map { (65...90).contains($0) } ?? false
                if isName, !isInString, beforeWord != UInt8(ascii: ".") {
                    words.append(String(decoding: word, as: UTF8.self))
                }
                word = []
                if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isInString.toggle() }
            }
            previous = byte
        }
        return words
    }
}

extension URL {
    /// The path inside a directory.
    func path(below directory: URL) -> String {
        let parts = standardizedFileURL.pathComponents
        return parts.dropFirst(directory.standardizedFileURL.pathComponents.count).joined(separator: "/")
    }
}
