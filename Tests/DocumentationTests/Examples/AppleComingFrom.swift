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

private func adopt(_ engine: SessionEngine, _ urlRequest: URLRequest) async throws -> Data {
    // EXAMPLE TaskURLSession
    let data = try await engine.data(for: CardeaRequest(urlRequest)).body
    // END
    return data
}
#endif
