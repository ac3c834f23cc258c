/// Refreshes by the app's own requests, for back ends that have no token endpoint.
///
/// When the access token is over, by its date or by a rejection, one request goes out with the refresh token in its
/// place. The new access token comes with that request's response, where the classifier finds it
/// (`issuedToken(in:)`); it is stored, and then the response goes to its caller. All other requests wait
/// meanwhile. When the request is rejected with the refresh token as well, the session is over.
///
/// There is no refresh without a request: `refresh()` fails, and nothing is refreshed ahead of need.
package struct InBandRefresher: CredentialRefresher {
    /// Creates a refresher.
    package init() {}

    /// True.
    package var refreshesInBand: Bool { true }

    /// Fails: only a request can do it.
    package func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        throw .notAsked("only a request of the app can refresh this credential")
    }
}

extension SessionConfiguration {
    /// The same for a back end that refreshes in band: nothing is begun that no request carries.
    var inBand: SessionConfiguration {
        var configuration = self
        configuration.expiryMargin = .zero
        configuration.waitsInsideExpiryMargin = true
        configuration.refreshAhead = nil
        configuration.refreshesAtStart = false
        return configuration
    }
}
