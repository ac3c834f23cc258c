import CardeaAdminAPI
import CardeaIdentityToolkitAPI
import CardeaKiiAPI
import CardeaOAuthAPI
import CardeaOperations

/// The page of endpoints, whose tables are made from the declarations of the operations.
///
/// A table stands between `<!-- endpoints: apps -->` and `<!-- end of the endpoints -->`.
struct EndpointPage {
    static let path = "Sources/Programs/CardeaServer/CardeaServer.docc/Endpoints.md"

    /// The tables of the page.
    enum Section: String, CaseIterable {
        case apps, administrators, oauth, kii, serviceAccounts, keys, introspection, management, emulator
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
        let rows = operations(of: section).compactMap { operation in
            let forms = operation.paths.filter {
                $0.variant != "tenant" && Self.section(of: operation, at: $0) == section
            }
            guard let first = forms.first else { return nil as String? }
            let others = forms.dropFirst().map { ", `\($0.path)`" }.joined()
            return "| `\(operation.method) \(first.path)`\(others) | \(operation.summary) |\n"
        }
        return "| | |\n|---|---|\n" + rows.joined()
    }

    private static func operations(of section: Section) -> [OperationDescription] {
        switch section {
        case .apps, .administrators, .oauth, .serviceAccounts, .keys, .introspection:
            IdentityToolkitAPI.operations + OAuthAPI.operations
        case .kii: KiiAPI.operations
        case .management: AdminAPI.operations
        case .emulator: EmulatorAPI.operations
        }
    }

    private static func section(of operation: OperationDescription, at form: PathForm) -> Section {
        if operation.callers == [.operator] { return .management }
        if form.path.hasPrefix("/emulator/") { return .emulator }
        if operation.group == "kii" { return .kii }
        if operation.group == "oauth2" {
            if operation.callers.contains(.administrator) { return .introspection }
            return operation.callers == [.anyone] ? .serviceAccounts : .oauth
        }
        if operation.callers == [.anyone] { return .keys }
        return operation.needsAdministrator(at: form) ? .administrators : .apps
    }
}
