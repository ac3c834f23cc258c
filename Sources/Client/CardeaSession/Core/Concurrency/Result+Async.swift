extension Result where Success: Sendable {
    /// The result of an asynchronous body.
    init(catching body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
