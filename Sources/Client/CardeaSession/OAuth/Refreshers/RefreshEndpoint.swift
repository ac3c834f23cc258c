import CardeaEncodings
import Foundation
import CardeaHTTPMessages

/// Where a back end of the app's own making refreshes tokens.
struct RefreshEndpoint: Sendable {
    let url: URL
    let method: RequestMethod
    let transport: any HTTPTransport
    let fields: TokenFields
    let rejection: ResponseRule

    /// Sends a refresh and reads its response.
    ///
    /// - Parameters:
    ///   - attempt: Which attempt this is.
    ///   - prepare: Puts the old token into the request.
    /// - Returns: The new credential.
    /// - Throws: `RefreshFailure`.
    func refresh(
        _ attempt: RefreshAttempt,
        _ prepare: (inout CardeaRequest) -> Void
    ) async throws(RefreshFailure) -> SessionCredential {
        var request = CardeaRequest(method, url)
        request.fields[.accept] = "application/json"
        request.fields[.idempotencyKey] = attempt.idempotencyKey
        prepare(&request)
        let response: CardeaResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw .transport(error)
        }
        if let failure = RefreshFailure(rejection.classify(response, to: request), response) { throw failure }
        if response.saysInvalidGrant { throw .rejected(detail: "invalid_grant") }
        guard (200..<300).contains(response.status), let new = fields.credential(in: response) else {
            throw .unintelligible(response)
        }
        return new
    }
}

extension RefreshFailure {
    /// The rejection that a verdict on a refresh's response means; `nil` when it means none.
    init?(_ classification: ResponseClassification, _ response: CardeaResponse) {
        switch classification {
        case .expired: self = .rejected(detail: "status \(response.status)")
        case .rejected(let reason): self = .rejected(reason, detail: "status \(response.status)")
        case .accepted, .stepUp, .issued: return nil
        }
    }

    /// A response that is not the back end's own, or was cut short: a proxy may have made it after the back end
    /// did its part, a captive portal before.
    static func unintelligible(_ response: CardeaResponse, _ detail: String? = nil) -> Self {
        let detail = detail ?? response.lackOfToken
        let isRejection = (300..<500).contains(response.status)
        let failure: Self =
            isRejection
            ? .transient(detail, retryAfter: response.retryAfter)
            : .uncertain(detail, retryAfter: response.retryAfter)
        return failure.foreign(response.isForeign)
    }
}

extension CardeaResponse {
    /// The reason why a response without a token is an error.
    var lackOfToken: String {
        (200..<300).contains(status)
            ? "the token endpoint's response has no token in it"
            : "the token endpoint responded with status \(status)"
    }

    /// Whether it says, in the words of RFC 6749 §5.2, that the refresh token is no longer good.
    fileprivate var saysInvalidGrant: Bool {
        (400..<500).contains(status) && JSONValue(parsing: body)?["error"]?.string == "invalid_grant"
    }
}
