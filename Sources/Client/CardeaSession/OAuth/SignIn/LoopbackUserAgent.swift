public import Foundation

extension ExternalUserAgent {
    /// The user's browser, and a server on this machine that receives the callback (RFC 8252 §7.3): for Linux and macOS.
    ///
    /// The server listens for as long as the sign-in takes, on a free port that differs each time. The authorization
    /// server must accept any port of the redirect address.
    ///
    /// - Parameters:
    ///   - usesLocalhost: Whether the redirect address has `localhost` instead of `127.0.0.1`, if the server accepts no
    ///     other (RFC 8252 §8.3).
    ///   - path: The path of the redirect address; it begins with a slash.
    ///   - timeout: The longest time for the sign-in; defaults to five minutes.
    ///   - page: The HTML that the browser shows in the end; `nil` for a short text in English.
    ///   - open: Opens a page in the browser; defaults to `xdg-open`, or `open` on macOS.
    /// - Returns: The agent.
    public static func loopback(
        usesLocalhost: Bool = false,
        path: String = "/callback",
        timeout: Duration = .seconds(300),
        page: String? = nil,
        open: (@Sendable (URL) async throws -> Void)? = nil
    ) -> Self {
        Self(
            LoopbackUserAgent(
                host: usesLocalhost ? .name : .ipv4,
                path: path,
                timeout: timeout,
                page: page ?? LoopbackUserAgent.page,
                open: open
            )
        )
    }
}

/// The system's browser, with an address on this machine to come back to (RFC 8252 §7.3): for Linux and macOS.
///
/// It listens at a port that the system picks, for as long as one sign-in takes; it responds to the callback with a small
/// page, and rejects everything else.
package struct LoopbackUserAgent: SignInAgent {
    /// The way in which the redirect address names this machine, as registered at the server.
    package enum Host: String, Sendable, Hashable, CaseIterable {
        /// The address that every machine has (RFC 8252 §7.3).
        case ipv4 = "127.0.0.1"
        /// The same in IPv6.
        case ipv6 = "[::1]"
        /// The name, for servers that know no better: both addresses are listened at (RFC 8252 §8.3).
        case name = "localhost"
    }

    package static let page =
        "<!doctype html><title>Done</title><p>You may close this page and go back to the app."
    private let host: Host
    private let path: String
    private let timeout: Duration
    private let page: String
    private let clock: any SessionClock
    private let open: @Sendable (URL) async throws -> Void

    /// Creates an agent.
    ///
    /// - Parameters:
    ///   - host: How the redirect address names this machine.
    ///   - path: The path of the redirect address; it begins with a slash.
    ///   - timeout: The longest time for the sign-in; defaults to five minutes.
    ///   - page: The HTML that the browser shows in the end.
    ///   - clock: Counts the time.
    ///   - open: Opens a page in the browser; by `xdg-open`, or `open` on macOS by default.
    package init(
        host: Host = .ipv4,
        path: String = "/callback",
        timeout: Duration = .seconds(300),
        page: String = Self.page,
        clock: (any SessionClock)? = nil,
        open: (@Sendable (URL) async throws -> Void)? = nil
    ) {
        self.host = host
        self.path = path
        self.timeout = timeout
        self.page = page
        self.clock = clock ?? SystemClock()
        self.open = open ?? { try await SystemBrowser.open($0) }
    }

    /// Listens at a free port.
    package func receiver() throws(SignInError) -> any CallbackReceiver {
        let sockets = host.sockets()
        guard let port = sockets.first?.port,
            let redirect = URL(string: "http://\(host.rawValue):\(port)\(path)")
        else { throw SignInError(.noUserAgent, detail: "nothing can be listened at on this machine") }
        return receiver(at: redirect, sockets, open: open)
    }

    /// Listens again at the port of a page that is still open in the browser; `nil` if another program listens there.
    package func receiver(resuming redirect: URL) async throws(SignInError) -> (any CallbackReceiver)? {
        guard redirect.scheme == "http", let host = redirect.host().flatMap(Host.init(named:)),
            let port = redirect.port.flatMap(UInt16.init(exactly:)), port > 0
        else { return nil }
        let sockets = host.sockets(port: port)
        return sockets.isEmpty ? nil : receiver(at: redirect, sockets) { _ in }
    }

    private func receiver(
        at redirect: URL,
        _ sockets: [LoopbackSocket],
        open: @escaping @Sendable (URL) async throws -> Void
    ) -> any CallbackReceiver {
        LoopbackReceiver(
            redirect: redirect,
            sockets: sockets,
            timeout: timeout,
            page: page,
            clock: clock,
            open: open
        )
    }
}

extension LoopbackUserAgent.Host {
    /// The host of a redirect address; an IPv6 address may be without its brackets.
    fileprivate init?(named name: String) {
        self.init(rawValue: name == "::1" ? "[::1]" : name)
    }

    /// Listens at a port, or at any free one; empty if that is impossible.
    fileprivate func sockets(port: UInt16 = 0) -> [LoopbackSocket] {
        switch self {
        case .ipv4: return [LoopbackSocket.listening(.ipv4, port: port)].compactMap(\.self)
        case .ipv6: return [LoopbackSocket.listening(.ipv6, port: port)].compactMap(\.self)
        case .name:
            guard let first = LoopbackSocket.listening(.ipv4, port: port), let port = first.port else {
                return []
            }
            return [first, LoopbackSocket.listening(.ipv6, port: port)].compactMap(\.self)
        }
    }
}

/// A server on this machine, for as long as one sign-in takes.
private struct LoopbackReceiver: CallbackReceiver {
    private static let pause = Duration.milliseconds(10)
    /// As many as a browser opens, and then some.
    private static let mostConnections = 64

    let redirect: URL
    let sockets: [LoopbackSocket]
    let timeout: Duration
    let page: String
    let clock: any SessionClock
    let open: @Sendable (URL) async throws -> Void

    /// Opens the page, and waits for its callback.
    func callback(to request: any BrowserRequest) async throws(SignInError) -> URL {
        do {
            try await open(request.url)
        } catch {
            throw SignInError(.noUserAgent, detail: "the browser could not be opened")
        }
        let outcome = await withTaskGroup(of: Result<URL, SignInError>.self) { group in
            group.addTask {
                let isOver = (try? await clock.sleep(for: timeout)) != nil
                return .failure(SignInError(isOver ? .timedOut : .cancelled))
            }
            group.addTask { await serve(request) }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(SignInError(.cancelled))
        }
        return try outcome.get()
    }

    /// Serves connections until the callback comes.
    ///
    /// It polls, because a blocked thread could not be cancelled.
    private func serve(_ request: any BrowserRequest) async -> Result<URL, SignInError> {
        var connections: [LoopbackConnection] = []
        while (try? await Task.sleep(for: Self.pause)) != nil {
            for socket in sockets {
                while connections.count < Self.mostConnections, let arrived = socket.accept() {
                    connections.append(LoopbackConnection(arrived))
                }
            }
            for index in connections.indices.reversed() {
                switch connections[index].step(request, page: page) {
                case .waiting: break
                case .over: connections.remove(at: index)
                case .callback(let url): return .success(url)
                }
            }
        }
        return .failure(SignInError(.cancelled))
    }
}
