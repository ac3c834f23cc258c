import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

extension Application {
    static let firstProject = ProjectID(rawValue: "default")

    /// Creates the first project and a one-time token for the first administrator, if there is no project.
    func prepareFirstStart(in directory: DataDirectory) async throws(CardeaServer.StartError) {
        guard projects.all().isEmpty else { return }
        do {
            let token = try await projects.createAdministratorToken(
                name: "first administrator",
                lifetime: .hours(24),
                oneTime: true,
                by: .server
            )
            try directory.write(token.reveal() + "\n", to: directory.administratorTokenFile)
            // The last step: the next start repeats one that was interrupted before.
            _ = try await projects.create(Self.firstProject, by: .server)
        } catch {
            throw CardeaServer.StartError(describing: error)
        }
    }
}
