import Foundation
import PackagePlugin

/// One target of the package, held against the rules of the house.
struct Room {
    let name: String
    let isTest: Bool
    /// The targets that Package.swift lets it see.
    let declared: Set<String>

    init(_ target: SwiftSourceModuleTarget) {
        name = target.name
        isTest = target.kind == .test
        declared = Set(
            target.dependencies.compactMap { dependency in
                guard case .target(let target) = dependency else { return nil }
                return target.name
            }
        )
    }

    /// Dependencies in Package.swift that do not follow the arrows of the house; tests may see any room.
    var misplacedArrows: [String] {
        if isTest { return [] }
        guard let floor = House.floor(of: name) else {
            return ["\(name) has no place in the house: name its floor in Plugins/CheckLayers/House.swift"]
        }
        return declared.sorted().compactMap { seen in
            guard let below = House.floor(of: seen) else { return nil }
            if floor.maySee.contains(below), House.never[name]?.contains(seen) != true { return nil }
            return "\(name) (\(floor)) must not see \(seen) (\(below))"
        }
    }

    func violations(in file: SourceFile) -> [String] {
        var found: [String] = []
        if file.lines.count > House.longestFile {
            found.append("\(name)/\(file.name): \(file.lines.count) lines; \(House.longestFile) at most")
        }
        for (module, line) in file.imports {
            guard let complaint = complaint(about: module) else { continue }
            found.append("\(name)/\(file.name):\(line): \(complaint)")
        }
        if isTest { return found }
        if !House.unsafe.contains(name), !House.unsafeFiles.contains("\(name)/\(file.name)") {
            found += file.unsafeLines.map { "\(name)/\(file.name):\($0): unsafe outside the unsafe rooms" }
        }
        if !House.published.contains(name) {
            found += file.publicLines.map {
                "\(name)/\(file.name):\($0): public in a room that is not published"
            }
        }
        return found
    }

    private func complaint(about module: String) -> String? {
        if House.bare.contains(name) { return "imports \(module), but this room imports nothing" }
        if module == "FoundationNetworking", !isTest, !House.networking.contains(name) {
            return "imports FoundationNetworking"
        }
        if House.onApple[name]?.contains(module) == true { return nil }
        if declared.contains(module) || House.platform.contains(module) || module == name { return nil }
        return "imports \(module), which Package.swift does not declare"
    }
}
