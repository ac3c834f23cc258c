import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperatingSystem

extension CardeaServer {
    /// The address of a server and how to begin, for the person who starts it.
    public struct Greeting: Sendable, Equatable {
        /// The address that clients reach the server by.
        public let url: String
        /// A project of the server.
        public let project: String?
        /// An API key of that project.
        public let apiKey: String?
        /// The file with the one-time token of the first administrator; `nil` when it was used or has expired.
        public let administratorTokenFile: String?
        /// Whether everybody may do everything, for tests.
        public let isEmulator: Bool
    }
}

extension CardeaServer.Greeting: CustomStringConvertible {
    /// A few lines for a person.
    public var description: String {
        var lines = [
            "Cardea \(CardeaServer.version)\(isEmulator ? " EMULATOR" : "") is ready at \(url)",
            isEmulator
                ? "**** FOR TESTS ONLY: nothing is kept, any API key is good, 'Bearer owner' is an administrator. ****"
                : nil,
            project.map { "project:  \($0)" },
            apiKey.map { "API key:  \($0)" },
        ]
        if let administratorTokenFile {
            lines.append(
                "One request of Google's API can use the credential in \(administratorTokenFile) within 24 hours; for more: cardea administrator create NAME"
            )
        }
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}

extension Application {
    func greeting(at url: String, _ configuration: CardeaServer.Configuration) -> CardeaServer.Greeting {
        let project = projects.project(id: Self.firstProject) ?? projects.all().first
        let tokenFile = DataDirectory(configuration).administratorTokenFile
        let hasTokenFile = hasOneTimeToken && (try? FileStatus(of: tokenFile)) != nil
        return CardeaServer.Greeting(
            url: url,
            project: project?.id.rawValue,
            apiKey: project?.apiKeys.first,
            administratorTokenFile: hasTokenFile ? tokenFile : nil,
            isEmulator: false
        )
    }

    /// Whether the first administrator's token can still be used.
    var hasOneTimeToken: Bool {
        let now = dependencies.clock.now()
        return projects.administrators().contains { $0.isOneTime && !$0.hasExpired(at: now) }
    }
}
