import CardeaAdminAPI
import CardeaIdentityToolkitAPI
import CardeaOAuthAPI
import CardeaOperations

/// The page of endpoints, whose tables are made from the declarations of the operations.
///
/// A table stands between `<!-- endpoints: apps -->` and `<!-- end of the endpoints -->`.
struct EndpointPage {
    static let path = "Sources/CardeaServer/CardeaServer.docc/Endpoints.md"

    /// The tables of the page.
    enum Section: String, CaseIterable {
        case apps, administrators, oauth, serviceAccounts, keys, management, emulator
    }

    private static let end = "<!-- end of the endpoints -->\n"

    /// The text of the page with the tables as they should be.
    let expected: String
    /// The tables that the page lacks or has twice.
    let wrongSections: [Section]

    init(_ text: String) {
        var expected = text
        var wrong: [Section] = []
        for section in Section.allCases {
            let start = "<!-- endpoints: \(section.rawValue) -->\n"
            let places = expected.ranges(of: start)
            guard places.count == 1,
                let end = expected[places[0].upperBound...].firstRange(of: Self.end)
            else {
                wrong.append(section)
                continue
            }
            expected.replaceSubrange(places[0].upperBound..<end.lowerBound, with: Self.table(of: section))
        }
        self.expected = expected
        wrongSections = wrong
    }

    private static func table(of section: Section) -> String {
        let rows = operations.compactMap { operation, sectionOfForm -> String? in
            let forms = operation.paths.filter { $0.variant != "tenant" && sectionOfForm($0) == section }
            guard let first = forms.first else { return nil }
            let others = forms.dropFirst().map { ", `\($0.path)`" }.joined()
            return "| `\(operation.method.rawValue) \(first.path)`\(others) | \(operation.summary) |\n"
        }
        return "| | |\n|---|---|\n" + rows.joined()
    }

    /// Every operation, with the section of each form of its path.
    private static var operations: [(OperationDescription, (PathForm) -> Section)] {
        let toolkit = IdentityToolkitAPI.operations.map { operation in
            (operation, { (form: PathForm) in section(of: operation, at: form) })
        }
        let oauth = OAuthAPI.operations.map { operation in
            (operation, { (_: PathForm) in operation.callers == [.anyone] ? .serviceAccounts : .oauth })
        }
        return toolkit + oauth + AdminAPI.operations.map { ($0, { _ in .management }) }
            + EmulatorAPI.operations.map { ($0, { _ in .emulator }) }
    }

    private static func section(of operation: OperationDescription, at form: PathForm) -> Section {
        if operation.callers == [.anyone] { return .keys }
        return operation.needsAdministrator(at: form) ? .administrators : .apps
    }
}
