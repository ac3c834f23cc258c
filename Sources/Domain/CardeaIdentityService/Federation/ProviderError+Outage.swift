package import CardeaIdentityDomain
package import CardeaLogging

/// Whether the same credential may succeed after an outage of a provider.
package enum ProviderRetry: Sendable, Equatable {
    /// The client can send the same credential again, after this time at the earliest.
    case after(TimeSpan)
    /// The credential is used up, so the client needs another one.
    case startAgain
}

extension ProviderError {
    /// Whether the error code of a provider means an outage (RFC 6749 §4.1.2.1).
    ///
    /// A code means the same at the redirect URL and at the token endpoint.
    package static func isOutage(_ code: String) -> Bool {
        ["server_error", "temporarily_unavailable"].contains(code)
    }

    /// The error that a provider reports at the redirect URL.
    init(reported code: String) {
        self =
            Self.isOutage(code)
            ? .unavailable("the redirect has come back with \(code)") : .rejectedByProvider(code)
    }

    /// The same error after the credential was used up: an outage needs another one.
    package var withUsedCredential: ProviderError {
        guard case .unavailable(let cause, _) = self else { return self }
        return .unavailable(cause, .startAgain)
    }

    /// The same error; after an outage, the same credential fails at least for this time.
    package func notBefore(_ wait: TimeSpan) -> ProviderError {
        guard case .unavailable(let cause, .after(let own)) = self else { return self }
        return .unavailable(cause, .after(max(own, wait)))
    }

    /// The same error, after an outage was logged: clients do not get the cause.
    package func logged(of provider: ProviderID, by logger: Logger) -> ProviderError {
        if case .unavailable(let cause, _) = self {
            logger.warning(
                "identity provider failed",
                metadata: ["provider": .string(provider.rawValue), "cause": .string(cause)]
            )
        }
        return self
    }
}
