import Foundation
import PackagePlugin

/// A target of the package, checked against `Architecture`.
struct CheckedModule {
    let name: String
    let isTest: Bool
    /// The directory of the module, from the root of the package.
    private let directory: String
    let files: [SourceFile]
    /// The modules that Package.swift declares as its dependencies.
    private let declared: Set<String>
    /// The programs among them, which a test starts and does not import.
    private let programs: Set<String>
    /// The references between the module's folders, if these have layers.
    private var folders: FolderLayers?

    init(_ target: SwiftSourceModuleTarget, in package: URL) throws {
        name = target.name
        directory = target.directoryURL.path(below: package)
        isTest = target.kind == .test
        var folders = FolderLayers(target.name)
        files = try target.sourceFiles(withSuffix: ".swift").map { source in
            let file = try SourceFile(contentsOf: source.url)
            folders?.add(file, at: source.url.path(below: target.directoryURL))
            return file
        }
        self.folders = folders
        let targets = target.dependencies.compactMap { dependency in
            if case .target(let target) = dependency { target } else { nil }
        }
        declared = Set(targets.map(\.name))
        programs = Set(
            targets.filter { ($0 as? SwiftSourceModuleTarget)?.kind == .executable }.map(\.name)
        )
    }

    var imports: Set<String> { Set(files.flatMap { $0.imports.map(\.module) }) }

    var violations: [String] {
        misplacement + forbiddenDependencies + unusedDependencies + files.flatMap(violations)
            + (folders?.violations ?? [])
    }

    private var misplacement: [String] {
        guard let folder = Architecture.layer(of: name)?.folder, !directory.hasPrefix(folder + "/") else {
            return []
        }
        return ["\(name) is in \(directory), but the folder of its layer is \(folder)"]
    }

    /// Declared dependencies that the layers do not allow; tests may depend on every module.
    private var forbiddenDependencies: [String] {
        if isTest { return [] }
        guard let layer = Architecture.layer(of: name) else {
            return ["\(name) has no layer: add it to Plugins/CheckLayers/Architecture+Modules.swift"]
        }
        return declared.sorted().compactMap { used in
            guard let below = Architecture.layer(of: used) else { return nil }
            if layer.mayUse.contains(below), Architecture.forbidden[name]?.contains(used) != true {
                return nil
            }
            return "\(name) (\(layer.rawValue)) must not depend on \(used) (\(below.rawValue))"
        }
    }

    /// Tests depend on all that their module uses.
    private var unusedDependencies: [String] {
        if isTest { return [] }
        return declared.subtracting(imports).subtracting(programs).sorted().map {
            "\(name) declares a dependency on \($0) in Package.swift and does not import it"
        }
    }

    private func violations(in file: SourceFile) -> [String] {
        var found: [String] = []
        if file.lines.count > Architecture.longestFile {
            found.append(
                "\(name)/\(file.name): \(file.lines.count) lines; the limit is \(Architecture.longestFile)"
            )
        }
        for (module, line) in file.imports {
            guard let problem = problem(withImporting: module) else { continue }
            found.append("\(name)/\(file.name):\(line): \(problem)")
        }
        if isTest { return found }
        let module = Architecture.module(name)
        if module?.mayBeUnsafe != true, Architecture.unsafeFiles["\(name)/\(file.name)"] == nil {
            found += file.unsafeLines.map { "\(name)/\(file.name):\($0): unsafe code in a safe module" }
        }
        if module?.isPublished != true {
            found += file.publicLines.map {
                "\(name)/\(file.name):\($0): public declaration in a module that is not published"
            }
        }
        return found
    }

    private func problem(withImporting module: String) -> String? {
        if let allowed = Architecture.onlyImports[name], !allowed.contains(module) {
            let others = allowed.isEmpty ? "nothing" : "only " + allowed.sorted().joined(separator: ", ")
            return "imports \(module); this module imports \(others)"
        }
        if module == "FoundationNetworking", !isTest, !Architecture.networking.contains(name) {
            return "imports FoundationNetworking"
        }
        if Architecture.appleDependencies[name]?.contains(module) == true { return nil }
        if declared.contains(module) || Architecture.platform.contains(module) || module == name {
            return nil
        }
        return "imports \(module), which Package.swift does not declare"
    }
}
