import CardeaHTTPMessages
import Testing

/// Changes settings and the text of a mail: each change has several values, and is there as a whole.
actor SettingsChanger: CrashActor {
    /// Values that are changed together; each of them has the number of the change in it.
    private enum Subject: CaseIterable {
        case settings, config, template

        func change(_ site: CrashSite, to number: Int, repeats: Bool) async throws -> Exchange {
            switch self {
            case .settings:
                let mail = ["appName": "App \(number)", "senderName": "Sender \(number)"]
                let body = ["settings": ["mail": mail]]
                return try await site.managing(.patch, "/projects/default", body, repeats: repeats)
            case .config:
                return try await site.exchange(
                    .patch,
                    "/v2/projects/default/config?updateMask=authorizedDomains",
                    ["authorizedDomains": ["app\(number).example", "web\(number).example"]],
                    asAdministrator: true,
                    repeats: repeats
                )
            case .template:
                let template = [
                    "purpose": "recover_email", "language": "fr", "subject": "Subject \(number)",
                    "text": "Text \(number): %LINK%", "html": "<p>Text \(number): %LINK%</p>",
                ]
                let path = "/projects/default/mailTemplates:set"
                return try await site.managing(.post, path, template, repeats: repeats)
            }
        }

        /// The numbers in the values.
        func numbers(_ site: CrashSite) async throws -> Set<Int?> {
            let texts: [String]
            switch self {
            case .settings:
                let project = try await site.manage(.get, "/projects/default")
                let settings = project.object["settings"] as? [String: [String: Any]]
                texts = ["appName", "senderName"].map { settings?["mail"]?[$0] as? String ?? "" }
            case .config:
                let path = "/v2/projects/default/config"
                let config = try await site.exchange(.get, path, asAdministrator: true).reply
                texts = config?.object["authorizedDomains"] as? [String] ?? []
            case .template:
                let list = try await site.manage(.get, "/projects/default/mailTemplates")
                let templates = list.object["templates"] as? [[String: String]] ?? []
                texts = ["subject", "text", "html"].map { templates.first?[$0] ?? "" }
            }
            // Without a change, there may be no values.
            guard !texts.isEmpty else { return [nil] }
            return Set(texts.map { $0.firstMatch(of: #/\d+/#).flatMap { Int($0.output) } })
        }
    }

    static let quietRounds = 3
    var rounds = 0
    private let site: CrashSite
    /// The last change that was acknowledged, `nil` for none, and those without a response after it.
    private var possible: [Subject: Set<Int?>] = [:]

    init(_ number: Int, _ site: CrashSite) { self.site = site }

    func round() async throws {
        let subject = Subject.allCases[rounds % Subject.allCases.count]
        try await judge(subject)
        let exchange = try await subject.change(site, to: rounds, repeats: Bool.random())
        if let reply = exchange.reply {
            try #require(reply.status == 200, "\(reply.object)")
            possible[subject] = [rounds]
        } else {
            possible[subject, default: [nil]].insert(rounds)
        }
        try await judge(subject)
    }

    private func judge(_ subject: Subject) async throws {
        guard let possible = possible[subject] else { return }
        site.judgements.add("changes of \(subject)")
        let numbers = try await subject.numbers(site)
        #expect(numbers.count == 1, "\(subject): a change is half")
        #expect(numbers.isSubset(of: possible), "\(subject): an acknowledged change is lost")
    }

    func judge(_ pool: PoolScan) async throws { for subject in Subject.allCases { try await judge(subject) } }
}
