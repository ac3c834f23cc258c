import AdminTestSupport
import Cardea
import CardeaAdmin
import CardeaTesting
import Foundation
import Testing

/// A server with a service account, and a back end that has its key.
struct AdminDesk {
    let directory: TemporaryDirectory
    let data: String
    let server: ServerProcess
    let keyFile: URL
    let admin: AdminClient

    init() async throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
        server = try await ServerProcess.serve(data)
        let file = try directory.file("key.json")
        let made = try await Program.run("service-account create back-end --key-file \(file) --data \(data)")
        #expect(made.exitCode == 0, "\(made.errors)")
        keyFile = URL(filePath: file)
        admin = try AdminClient(
            .init(server: .cardea(server.url), serviceAccount: try ServiceAccountKey(file: keyFile))
        )
    }

    /// The app as it is just after its start.
    func app() throws -> CardeaClient { try Device().app(server) }
}

/// The code of the error that an operation of the admin SDK throws; `nil` if it throws none.
func adminFailure(_ operation: () async throws -> Void) async -> AdminError.Code? {
    await adminError(operation)?.code
}
