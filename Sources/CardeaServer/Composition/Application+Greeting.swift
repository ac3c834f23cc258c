import IdentityDomain
import IdentityService

extension Application {
    /// A few lines for the person who starts a server: where it is and how to begin.
    func greeting(at url: String, _ configuration: CardeaServer.Configuration) -> String {
        var lines = ["Cardea \(CardeaServer.version) is ready at \(url)"]
        if let project = projects.project(id: Self.firstProject) ?? projects.all().first {
            lines.append("project:  \(project.id.rawValue)")
            lines.append("API key:  \(project.apiKeys.first ?? "-")")
        }
        let now = surroundings.clock.now()
        if projects.administrators().contains(where: { $0.isOneTime && !$0.hasExpired(at: now) }) {
            let file = DataDirectory(configuration).administratorTokenFile
            lines.append("The first administrator's token, good for one use within 24 hours, is in \(file)")
        }
        return lines.joined(separator: "\n")
    }
}
