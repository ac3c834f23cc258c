/// Puts a credential into a request.
///
/// Header field, query item, form field, JSON field and DPoP are there; several at once by `and`.
public protocol RequestAuthorizer: Sendable {
    /// Adds the credential, instead of one that is there already.
    func authorize(_ request: inout CardeaRequest, with credential: SessionCredential)

    /// Says why `authorize` cannot put the credential into a request, if it cannot: such a request fails, and is not sent.
    ///
    /// By default it always can. An authorizer that leaves some requests as they are says so here: such a request would be
    /// sent without a credential, and its 401 would start a refresh that helps nothing.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isStreamed: Whether the content comes from a file or a stream, into which no authorizer can write.
    /// - Returns: The reason and the remedy, for developers; `nil` if it can.
    func obstacle(in request: CardeaRequest, isStreamed: Bool) -> String?

    /// Removes everything that `authorize` may have added, before a redirect to a host that is not the app's own.
    ///
    /// By default nothing; an authorizer that writes more than `Authorization` says here what to remove.
    func strip(_ request: inout CardeaRequest)

    /// Reads the values of a response that are for the authorizer, such as a nonce.
    ///
    /// - Returns: Whether the same request has to be sent once more, authorized anew, before anyone judges the response;
    ///   by default it does not.
    func wantsRepeat(of request: CardeaRequest, after response: CardeaResponse) -> Bool
}

extension RequestAuthorizer {
    /// None.
    public func obstacle(in request: CardeaRequest, isStreamed: Bool) -> String? { nil }

    /// Does nothing.
    public func strip(_ request: inout CardeaRequest) {}

    /// Never.
    public func wantsRepeat(of request: CardeaRequest, after response: CardeaResponse) -> Bool { false }
}
