extension Result where Success: Sendable {
    /// What an asynchronous body returns or throws.
    init(catching body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
