public import Foundation

extension SessionEngine {
    /// Writes a response's content to a file; see `download(for:to:options:progress:)`.
    @discardableResult
    public func download(
        for request: CardeaRequest,
        to file: URL,
        options: RequestOptions = RequestOptions(),
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in },
        completion: @escaping Completion<CardeaResponse>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            try await self.download(for: request, to: file, options: options, progress: progress)
        }
    }
}
