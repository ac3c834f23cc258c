/// Refreshes by the app's own requests, for back ends that have no token endpoint.
///
/// When the access token has expired or was rejected, one request is sent with the refresh token instead. The
/// classifier finds the new access token in the response (`issuedToken(in:)`). The token is stored, and then the caller
/// gets the response. All other requests wait meanwhile. If the request is rejected with the refresh token too, the
/// session ends.
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
        throw .notSent("only a request of the app can refresh this credential")
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
