/// Puts the credential into several places of a request.
struct ComposedAuthorizer: RequestAuthorizer {
    private let parts: [any RequestAuthorizer]

    init(_ parts: [any RequestAuthorizer]) {
        self.parts = parts
    }

    /// Lets each part add the credential.
    func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        for part in parts { part.authorize(&request, with: credential) }
    }

    /// The reasons of all parts, if no part can add the credential.
    func obstacle(in request: CardeaRequest, isStreamed: Bool) -> String? {
        var reasons: [String] = []
        for part in parts {
            guard let reason = part.obstacle(in: request, isStreamed: isStreamed) else { return nil }
            reasons.append(reason)
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    /// Lets each part take the credential out.
    func strip(_ request: inout CardeaRequest) {
        for part in parts { part.strip(&request) }
    }

    /// Whether one of the parts wants it; each of them learns from the response.
    func wantsRepeat(of request: CardeaRequest, after response: CardeaResponse) -> Bool {
        parts.reduce(false) { $1.wantsRepeat(of: request, after: response) || $0 }
    }
}
