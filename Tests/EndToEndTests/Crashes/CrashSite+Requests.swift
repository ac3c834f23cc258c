import CardeaCurlTransport
import CardeaHTTPMessages
import Foundation
import Testing

/// A request that was sent until a server responded, or until the sender gave up.
struct Exchange {
    /// The response; `nil` if the sender gave up.
    let reply: Reply?
    /// The number of attempts without a response: each of them may have been committed.
    let lost: Int
}

extension CrashSite {
    /// The number of attempts without a response after which a request is served before the next crash.
    private static let patience = 3

    /// Sends a request of an app or an administrator until a server responds.
    ///
    /// - Returns: The response, and whether a request before it had none.
    nonisolated func send(
        _ path: String,
        _ body: [String: Any],
        asAdministrator: Bool = false
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        let exchange = try await exchange(.post, path, body, asAdministrator: asAdministrator)
        return (try #require(exchange.reply), exchange.lost > 0)
    }

    /// Sends a request of an app or an administrator.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path with its query.
    ///   - body: The JSON object.
    ///   - asAdministrator: Whether it has the token of an administrator.
    ///   - repeats: Whether it is sent again if there is no response.
    /// - Returns: The response, and the number of attempts without one.
    /// - Throws: An error if the task is cancelled.
    nonisolated func exchange(
        _ method: RequestMethod,
        _ path: String,
        _ body: [String: Any]? = nil,
        asAdministrator: Bool = false,
        repeats: Bool = true
    ) async throws -> Exchange {
        try await attempts(repeats: repeats) { server in
            try await server.send(
                method,
                path + (asAdministrator ? "" : "?key=\(server.apiKey)"),
                body,
                fields: asAdministrator ? [.authorization: "Bearer \(token)"] : [:],
                over: transport
            )
        }
    }

    /// Opens a page until a server responds.
    nonisolated func open(_ path: String, cookie: String?) async throws -> (reply: Reply, isRepeated: Bool) {
        let exchange = try await attempts { server in
            try await server.send(.get, path, fields: cookie.map { ["cookie": $0] } ?? [:], over: transport)
        }
        return (try #require(exchange.reply), exchange.lost > 0)
    }

    /// Sends a request of an operator until a server responds.
    nonisolated func manage(
        _ method: RequestMethod,
        _ path: String,
        _ body: [String: Any]? = nil
    ) async throws -> Reply {
        try #require(try await managing(method, path, body).reply)
    }

    /// Sends a request of an operator.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below `/admin/v1`.
    ///   - body: The JSON object.
    ///   - repeats: Whether it is sent again if there is no response.
    /// - Returns: The response, and the number of attempts without one.
    /// - Throws: An error if the task is cancelled.
    nonisolated func managing(
        _ method: RequestMethod,
        _ path: String,
        _ body: [String: Any]? = nil,
        repeats: Bool = true
    ) async throws -> Exchange {
        try await attempts(repeats: repeats) { server in
            try await server.send(method, "/admin/v1" + path, body, over: management)
        }
    }

    private nonisolated func attempts(
        repeats: Bool = true,
        _ request: (ServerProcess) async throws -> Reply
    ) async throws -> Exchange {
        var lost = 0
        while true {
            let server = try await server
            if lost >= Self.patience { await delayCrash() }
            let reply = try? await request(server)
            if lost >= Self.patience { await allowCrash() }
            judgements.add("interrupted requests", reply == nil ? 1 : 0)
            if let reply, ![429, 503].contains(reply.status) { return Exchange(reply: reply, lost: lost) }
            lost += 1
            // A network that fails too often has to wait. A new process has forgotten the failures.
            if reply?.status == 429 { try await crash() }
            guard repeats else { return Exchange(reply: nil, lost: lost) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
