extension SessionEngine {
    /// Sends a request of the app and returns its response.
    ///
    /// To the app's own hosts it carries the credential; it waits while that is being refreshed, and is sent again
    /// when the server rejected it. To other hosts it goes as it is. Failures that pass are tried again
    /// (`SessionConfiguration.requestRetries`).
    ///
    /// - Parameters:
    ///   - request: The request; the engine adds the credential.
    ///   - options: The options of this request.
    /// - Returns: The response, with any status.
    /// - Throws: `SessionError`; after a rejection it carries the server's response.
    public func data(
        for request: CardeaRequest,
        options: RequestOptions = RequestOptions()
    ) async throws(SessionError) -> CardeaResponse {
        var call = SessionCall(request: request, options: options)
        return try await perform(&call).response
    }

    /// Sends a request whose content is not in memory, such as a file's, and returns its response.
    ///
    /// As `data(for:options:)`; but a content that cannot be had a second time is not sent again: after a rejection the
    /// credential is refreshed, and the caller gets the rejecting response. A response's content is at most 16 MiB long.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content, instead of `request.body`.
    ///   - options: The options of this request.
    /// - Returns: The response, with any status.
    /// - Throws: `SessionError`; after a rejection it carries the server's response.
    public func upload(
        for request: CardeaRequest,
        from content: HTTPContent,
        options: RequestOptions = RequestOptions()
    ) async throws(SessionError) -> CardeaResponse {
        var call = SessionCall(request: request, content: content, options: options)
        return try await perform(&call).response
    }

    /// Sends a request and returns its response once the head has arrived.
    ///
    /// As `data(for:options:)`. The classifier sees up to 64 KiB of the content if the status is 400 or above. It also
    /// sees JSON without a greater announced length. The caller still gets this content; of all others the head.
    ///
    /// - Parameters:
    ///   - request: The request; its `timeout` is the longest time without data.
    ///   - content: The content, instead of `request.body`; `nil` for that.
    ///   - options: The options of this request.
    /// - Returns: The head, and the content as it arrives.
    /// - Throws: `SessionError`; after a rejection it carries the server's response.
    public func stream(
        for request: CardeaRequest,
        sending content: HTTPContent? = nil,
        options: RequestOptions = RequestOptions()
    ) async throws(SessionError) -> HTTPStreamedResponse {
        var call = SessionCall(request: request, content: content, options: options, isStreamed: true)
        return try await perform(&call).streamed
    }
}
