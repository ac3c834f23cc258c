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
    /// The types that the file declares at its top level for other files.
    var declaredTypes: [String] {
        lines.compactMap { line in
            let declaration =
                #/^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|final|indirect) )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/#
            return line.code.prefixMatch(of: declaration).map { String($0.output.1) }
        }
    }

    /// Where the file names one of these types: each type once, not as a member of another, nor in a string.
    func references(to types: Set<String>) -> [(type: String, line: Int)] {
        var found: [String: Int] = [:]
        for line in lines {
            let code = line.code.replacing(#/"(?:\\.|[^"\\])*"/#, with: "\"\"")
            for match in code.matches(of: #/(?:^|[^.\w])([A-Z]\w*)/#) {
                let name = String(match.output.1)
                if types.contains(name), found[name] == nil { found[name] = line.number }
            }
        }
        return found.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }
    }
}

extension URL {
    /// The path inside a directory.
    func path(below directory: URL) -> String {
        let parts = standardizedFileURL.pathComponents
        return parts.dropFirst(directory.standardizedFileURL.pathComponents.count).joined(separator: "/")
    }
}
