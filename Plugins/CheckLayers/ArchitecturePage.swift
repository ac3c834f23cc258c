import Foundation

/// The part of ARCHITECTURE.md that is generated from `Architecture`.
struct ArchitecturePage {
    private static let start = "<!-- generated from Plugins/CheckLayers/Architecture+Modules.swift -->\n"
    private static let end = "<!-- end of the generated part -->\n"

    /// The page as it should be; `nil` if the page has no generated part.
    let expected: String?
    let isCurrent: Bool

    init(_ text: String) {
        guard let start = text.range(of: Self.start),
            let end = text.range(of: Self.end, range: start.upperBound..<text.endIndex)
        else {
            expected = nil
            isCurrent = false
            return
        }
        let page = text[..<start.upperBound] + Self.generated + text[end.lowerBound...]
        expected = String(page)
        isCurrent = page == text
    }

    private static var generated: String {
        let diagram = Layer.allCases.map { layer in
            layer.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)
                + Architecture.modules[layer, default: []].map(\.title).joined(separator: "  ")
        }
        let table = Layer.allCases.flatMap { layer in
            Architecture.modules[layer, default: []].map { module in
                "| \(layer.rawValue) | `\(module.name)` | \(module.content) | "
                    + (module.isPublished ? "yes |" : "|")
            }
        }
        return """
            ```
            \(diagram.joined(separator: "\n"))
            ```

            † Pointers and `unsafe` may appear in these modules only. `Plugins/CheckLayers/Architecture.swift` names single
            files of other modules that are exempt.

            | layer | module | content | public |
            |---|---|---|---|
            \(table.joined(separator: "\n"))

            """
    }
}

extension Module {
    fileprivate var title: String { mayBeUnsafe ? "\(name)†" : name }
}
