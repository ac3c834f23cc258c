internal import CardeaSession
package import CardeaHTTPTransport
package import CardeaIdentityWire

/// The reason why a call of the identity server gave no result.
package enum ServerFailure: Error, Sendable, Equatable {
    /// The server rejected, in the protocol's words.
    case rejected(ServerRejection)
    /// No response came.
    case noResponse(TransportError)
    /// The response does not follow the protocol: a proxy's page, a captive portal, a broken server.
    case unintelligible(status: Int, retryAfter: Duration? = nil, isForeign: Bool = false)

    /// The response does not follow the protocol.
    init(unintelligible response: CardeaResponse) {
        self = .unintelligible(
            status: response.status,
            retryAfter: response.retryAfter,
            isForeign: response.isForeign
        )
    }

    /// The code of a rejection.
    package var code: IdentityToolkitErrorCode? {
        guard case .rejected(let rejection) = self else { return nil }
        return rejection.code
    }

    /// Whether the server may have done what was asked although it gave no response to that effect.
    package var leavesOutcomeOpen: Bool {
        switch self {
        case .rejected(let rejection): rejection.status >= 500
        case .noResponse(let error): error.mayHaveBeenReceived
        case .unintelligible: true
        }
    }
}

/// A rejection, taken apart.
package struct ServerRejection: Error, Sendable, Equatable {
    package let status: Int
    package let code: IdentityToolkitErrorCode
    /// The text beside the code.
    package let message: String?
    package let retryAfter: Duration?

    package init(status: Int, code: IdentityToolkitErrorCode, message: String?, retryAfter: Duration?) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Takes an error body apart.
    package init(_ body: ErrorResponse.Body, status: Int, retryAfter: Duration?) {
        let reason = body.reason
        self.init(status: status, code: reason.code, message: reason.text, retryAfter: retryAfter)
    }

    /// The code and the text, for developers.
    var summary: String { [code.rawValue, message ?? ""].filter { !$0.isEmpty }.joined(separator: ": ") }

    /// Whether the server does not know the API key: the protocol has only a general code and a sentence for that.
    var isOfUnknownAPIKey: Bool {
        code == .invalidArgument && message?.utf8.starts(with: "API key not valid".utf8) == true
    }
}
