#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLSessionTransport {
    /// Responds to a challenge as URLSession's delegates do.
    public typealias ChallengeHandler =
        @Sendable (
            URLAuthenticationChallenge,
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) -> Void

    /// The connections of a transport, and the amount that it accepts.
    package struct Configuration: Sendable {
        /// The settings of URLSession, such as proxies, `waitsForConnectivity`, cellular access and protocol classes.
        ///
        /// The transport copies them when it is created. It then switches off cookies, caches and stored credentials, and
        /// requires TLS 1.2. A background configuration is rejected: each request throws `invalidRequest`.
        package var session: URLSessionConfiguration
        /// The longest body that `send` accepts, in bytes after decompression.
        package var maximumResponseBytes: Int
        /// Base64 of the SHA-256 of the public keys (SubjectPublicKeyInfo) that a server may have; any key if empty.
        ///
        /// The system must trust the certificate too. RFC 7469 §2.4 says how a hash is made.
        package var pinnedKeys: [String]
        /// Responds to challenges of TLS (server trust, client certificate), after the pinned keys; the system does by default.
        package var onTLSChallenge: ChallengeHandler?
        /// Receives the metrics of each request, on a queue of URLSession.
        package var onMetrics: (@Sendable (URLSessionTaskMetrics) -> Void)?

        /// Creates a configuration; an ephemeral session and 16 MiB by default.
        ///
        /// On Linux a transport with `pinnedKeys` or `onTLSChallenge` rejects each request, and `onMetrics` is not called:
        /// URLSession has no such functions there.
        package init(
            session: URLSessionConfiguration = .ephemeral,
            maximumResponseBytes: Int = 16 << 20,
            pinnedKeys: [String] = [],
            onTLSChallenge: ChallengeHandler? = nil,
            onMetrics: (@Sendable (URLSessionTaskMetrics) -> Void)? = nil
        ) {
            self.session = session
            self.maximumResponseBytes = maximumResponseBytes
            self.pinnedKeys = pinnedKeys
            self.onTLSChallenge = onTLSChallenge
            self.onMetrics = onMetrics
        }
    }
}

extension URLSessionTransport.Configuration {
    /// The reason why no request can be sent with it; `nil` if requests can.
    var fault: String? {
        if session.identifier != nil {
            return "A background session configuration cannot be used: use another one"
        }
        #if !canImport(Security)
        if !pinnedKeys.isEmpty || onTLSChallenge != nil {
            return "URLSession cannot compare keys on this system: use CurlTransport"
        }
        #endif
        return nil
    }

    /// The session's own copy of the settings, without cookies, caches and stored credentials.
    var sessionSettings: URLSessionConfiguration {
        guard let settings = session.copy() as? URLSessionConfiguration else { return .ephemeral }
        settings.httpCookieStorage = nil
        settings.httpShouldSetCookies = false
        settings.urlCache = nil
        settings.urlCredentialStorage = nil
        settings.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        #if canImport(Darwin)
        if settings.tlsMinimumSupportedProtocolVersion.rawValue < tls_protocol_version_t.TLSv12.rawValue {
            settings.tlsMinimumSupportedProtocolVersion = .TLSv12
        }
        #endif
        return settings
    }
}
