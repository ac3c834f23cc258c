#if canImport(SwiftUI)
import Cardea
import CardeaSession
import Foundation
import SwiftUI

private struct Root: View {
    // EXAMPLE TaskSwiftUI
    @State var model: CardeaModel
    var body: some View { if let user = model.user { Text(user.uid) } else { Text("Sign in") } }
    // END
}

@MainActor private func model(_ client: CardeaClient) -> CardeaModel {
    // EXAMPLE TaskSwiftUISetUp
    let model = CardeaModel(client)
    // END
    return model
}

private func adoptSetUp(
    _ api: URL,
    _ refreshEndpoint: URL,
    _ directory: URL,
    _ sessionConfiguration: URLSessionConfiguration
) -> SessionEngine {
    // EXAMPLE TaskURLSessionSetUp
    let engine = SessionEngine(
        configuration: SessionConfiguration(origin: api),
        refresher: .json(endpoint: refreshEndpoint),
        store: EncryptedFileStore(directory: directory),
        transport: URLSessionTransport(session: sessionConfiguration)
    )
    // END
    return engine
}

private func adopt(_ engine: SessionEngine, _ urlRequest: URLRequest) async throws -> Data {
    // EXAMPLE TaskURLSession
    let data = try await engine.data(for: CardeaRequest(urlRequest)).body
    // END
    return data
}
#endif
