extension SessionEngine {
    /// Sends a request of the app and returns its answer.
    ///
    /// To the app's own hosts it carries the credential; it waits while that is being renewed, and is sent again
    /// when the server refused it. To other hosts it goes as it is. Failures that pass are tried again
    /// (`SessionConfiguration.requestRetries`).
    ///
    /// - Parameters:
    ///   - request: What to send; the credential is added by the engine.
    ///   - options: What this request asks of the engine.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `SessionError`; after a refusal it carries the server's answer.
    public func data(
        for request: HTTPRequest,
        options: RequestOptions = RequestOptions()
    ) async throws(SessionError) -> HTTPResponse {
        var call = Call(request: request, options: options)
        return try await perform(&call).response
    }

    /// Sends a request whose content is not in memory, such as a file's, and returns its answer.
    ///
    /// As `data(for:options:)`; but a content that cannot be had a second time is not sent again: after a refusal the
    /// credential is renewed, and the caller gets the refusing answer. An answer's content is at most 16 MiB long.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - content: The content, in place of `request.body`.
    ///   - options: What this request asks of the engine.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `SessionError`; after a refusal it carries the server's answer.
    public func upload(
        for request: HTTPRequest,
        from content: HTTPContent,
        options: RequestOptions = RequestOptions()
    ) async throws(SessionError) -> HTTPResponse {
        var call = Call(request: request, content: content, options: options)
        return try await perform(&call).response
    }

    /// Sends a request and returns its answer once the head has arrived.
    ///
    /// As `data(for:options:)`; of an answer with status 400 and above, and of JSON that does not say that it is longer than
    /// 64 KiB, the classifier sees up to so much of the content, which is handed on then; of all others the head.
    ///
    /// - Parameters:
    ///   - request: What to send; its `timeout` is the longest silence.
    ///   - content: The content, in place of `request.body`; `nil` for that.
    ///   - options: What this request asks of the engine.
    /// - Returns: The head, and the content as it arrives.
    /// - Throws: `SessionError`; after a refusal it carries the server's answer.
    public func stream(
        for request: HTTPRequest,
        sending content: HTTPContent? = nil,
        options: RequestOptions = RequestOptions()
    ) async throws(SessionError) -> HTTPStreamedResponse {
        var call = Call(request: request, content: content, options: options, isStreamed: true)
        return try await perform(&call).streamed
    }
}
