import CardeaSession
import Foundation

// What the pages show of transports.
private func pinned(origin: WebOrigin, tokenEndpoint: URL, store: any CredentialStore) -> SessionEngine {
    // EXAMPLE Pinned
    let transport = SystemTransport.make(
        pinnedKeys: [
            "5XY5ijc5/XMO96siEq02/G1mYUNSHd0VMaa6ZRCn4dk=", "ZY5gqM41Umv5qT1CzdR5PO6d9A4sYxub3U9EJkUu4J4=",
        ]
    )
    let engine = SessionEngine(
        configuration: SessionConfiguration(origins: [origin]),
        refresher: OAuthTokenRefresher(endpoint: tokenEndpoint, transport: transport),
        store: store,
        transport: transport
    )
    // END
    return engine
}

#if os(Linux)
private func proxied() -> any HTTPTransport {
    // EXAMPLE ProxyOnLinux
    let transport = CurlTransport(
        .init(maximumConnections: 8, proxy: "http://proxy.example.com:3128")
    )
    // END
    return transport
}
#endif
