import CardeaIdentityDomain
import CardeaIdentityService

extension Application {
    static let firstProject = ProjectID(rawValue: "default")

    /// Makes the first project, and a one-time token for the first administrator, where there are none.
    func prepareFirstStart(in directory: DataDirectory) async throws(CardeaServer.StartError) {
        guard projects.all().isEmpty else { return }
        do {
            let token = try await projects.createAdministratorToken(
                name: "first administrator",
                lifetime: .hours(24),
                oneTime: true
            )
            try directory.write(token + "\n", to: directory.administratorTokenFile)
            // Last: a start that was cut short before begins anew.
            _ = try await projects.create(Self.firstProject)
        } catch {
            throw CardeaServer.StartError(describing: error)
        }
    }
}
