import CardeaAdminAPI
package import CardeaHTTPRouting
import CardeaOperatingSystem
import Foundation

/// Management on the database itself, for when no server runs.
package struct LocalManagement: AsyncResponder {
    private let api: any Responder
    private let application: Application

    /// Opens the database of a data directory, which no other process may have open.
    package static func open(
        _ configuration: CardeaServer.Configuration
    ) async throws(CardeaServer.StartError) -> LocalManagement {
        try DataDirectory(configuration).requireData()
        // The command's response alone goes to the standard output.
        let dependencies = Application.Dependencies(configuration, output: .standardError)
        let application = try await Application.open(configuration, dependencies, needsData: true)
        return LocalManagement(
            api: application.administration.behind(.ofCommand(dependencies.logger)),
            application: application
        )
    }

    package func respond(to request: Request) async -> Response {
        var request = request
        request.localUser = FileStatus.effectiveUser
        return await api.respond(to: request)
    }

    package func close() async {
        await application.close()
        application.dependencies.log.flush(within: .seconds(1))
    }
}
