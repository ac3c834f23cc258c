public import Foundation

/// Requests for code that is not asynchronous.
///
/// A completion is called once, on any thread. The returned task cancels the request, which then fails with `cancelled`.
extension SessionEngine {
    /// Sends a request of the app; see `data(for:options:)`.
    @discardableResult
    public func data(
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions(),
        completion: @escaping Completion<CardeaResponse>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            try await self.data(for: request, options: options)
        }
    }

    /// Sends a content that is not in memory; see `upload(for:from:options:)`.
    @discardableResult
    public func upload(
        for request: CardeaRequest,
        from content: HTTPContent,
        options: RequestOptions = RequestOptions(),
        completion: @escaping Completion<CardeaResponse>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            try await self.upload(for: request, from: content, options: options)
        }
    }

    /// Hands on a response's content as it arrives; see `stream(for:sending:options:)`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content, instead of `request.body`; `nil` for that.
    ///   - options: The options of this request.
    ///   - onPiece: Called with each piece, in order.
    ///   - completion: Called after the last piece, with the response's head.
    /// - Returns: The task that cancels it.
    @discardableResult
    public func stream(
        for request: CardeaRequest,
        sending content: HTTPContent? = nil,
        options: RequestOptions = RequestOptions(),
        onPiece: @escaping @Sendable (Data) -> Void,
        completion: @escaping Completion<CardeaResponse>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            let response = try await self.stream(for: request, sending: content, options: options)
            var pieces = response.body.makeAsyncIterator()
            while let piece = try await pieces.nextOfSession() { onPiece(piece) }
            return CardeaResponse(status: response.status, fields: response.fields)
        }
    }

    /// Adds the credential to a request that another HTTP library will send; see `authorize(_:)`.
    @discardableResult
    public func authorize(
        _ request: CardeaRequest,
        completion: @escaping Completion<CardeaRequest>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            var authorized = request
            try await self.authorize(&authorized)
            return authorized
        }
    }

    /// Decides what follows a response that another HTTP library got; see `credentialForRetry(after:to:sentWith:replays:)`.
    @discardableResult
    public func credentialForRetry(
        after response: CardeaResponse,
        to request: CardeaRequest,
        sentWith credential: SessionCredential,
        replays: Int = 0,
        completion: @escaping Completion<SessionCredential?>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(SessionError) in
            try await self.credentialForRetry(
                after: response,
                to: request,
                sentWith: credential,
                replays: replays
            )
        }
    }
}
