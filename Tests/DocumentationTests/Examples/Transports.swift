import CardeaSession
import Foundation

// The examples of transports on the pages.
private func pinned(origin: WebOrigin, tokenEndpoint: URL, store: any CredentialStore) -> SessionEngine {
    // EXAMPLE Pinned
    let transport = SystemTransport(
        pinnedKeys: [
            "5XY5ijc5/XMO96siEq02/G1mYUNSHd0VMaa6ZRCn4dk=", "ZY5gqM41Umv5qT1CzdR5PO6d9A4sYxub3U9EJkUu4J4=",
        ]
    )
    let engine = SessionEngine(
        configuration: SessionConfiguration(origins: [origin]),
        refresher: .oauth(endpoint: tokenEndpoint),
        store: store,
        transport: transport
    )
    // END
    return engine
}

#if os(Linux)
private func proxied() -> any HTTPTransport {
    // EXAMPLE ProxyOnLinux
    let transport = CurlTransport(proxy: "http://proxy.example.com:3128", maximumConnections: 8)
    // END
    return transport
}
#endif
