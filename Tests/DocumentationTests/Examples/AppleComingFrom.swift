#if canImport(SwiftUI)
import Cardea
import CardeaSession
import Combine
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

// EXAMPLE OlderModel
@MainActor final class OlderModel: ObservableObject {
    @Published private(set) var state: CardeaState
    private var observation: SessionObservation?

    init(_ client: CardeaClient) {
        state = client.state
        observation = client.listen { [weak self] _ in
            Task { @MainActor [weak self] in self?.state = client.state }
        }
    }
}
// END

private func publishers(_ client: CardeaClient, _ engine: SessionEngine) -> Set<AnyCancellable> {
    // EXAMPLE Publishers
    var subscriptions: Set<AnyCancellable> = []
    client.statePublisher.sink { state in print(state) }.store(in: &subscriptions)
    engine.eventPublisher.sink { event in print(event) }.store(in: &subscriptions)
    // END
    return subscriptions
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
