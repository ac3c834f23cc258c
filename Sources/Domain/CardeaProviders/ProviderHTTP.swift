import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks
package import CardeaOutboundHTTP

/// Requests to providers: guarded, with a limit of time, of size, and of requests at one time.
package final class ProviderHTTP: Sendable {
    /// The largest number of requests at one time, to one host and in all: each has a thread.
    private static let limits = (host: 64, all: 256)
    /// The longest time that a provider can let clients wait.
    private static let longestWait = TimeSpan.days(1)
    private static let jsonLimits = JSONLimits(nesting: 16, members: 1000, elements: 1000, nameLength: 1000)

    private let client: OutboundHTTPClient
    private let replacements: URLReplacements
    private let running = Mutex<[ExactText: Int]>([:])
    private let observe: Observer

    /// Takes the host of a request, whether a response came, and how long it took.
    package typealias Observer = @Sendable (_ host: String, _ succeeded: Bool, _ time: Duration) -> Void

    /// - Parameters:
    ///   - client: The way to other servers.
    ///   - replacements: The URLs that are replaced by others.
    ///   - observe: Is called after each request.
    package init(
        _ client: OutboundHTTPClient,
        replacements: URLReplacements = URLReplacements(),
        observe: @escaping Observer = { _, _, _ in }
    ) {
        self.client = client
        self.replacements = replacements
        self.observe = observe
    }

    /// The URL as it is used, after replacements.
    func resolved(_ url: String) -> String { replacements.applied(to: url) }

    /// Sends a request and reads a JSON value.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL.
    ///   - fields: The fields of the header.
    ///   - body: The body.
    ///   - definition: The provider whose API has the URL; `nil` for a document.
    /// - Returns: The status, and the value; `nil` if the body is not JSON.
    /// - Throws: `.unavailable` if there is no response, or if it says that the same request may succeed later.
    func send(
        _ method: String,
        _ url: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        of definition: ProviderDefinition? = nil
    ) async throws(ProviderError) -> (status: Int, json: JSONValue?) {
        let response = try await self.response(to: method, url, fields: fields, body: body)
        let json = Self.json(response.body)
        if let wait = Self.wait(after: response, json, definition) {
            throw .unavailable("\(Self.host(of: resolved(url))): status \(response.status)", .after(wait))
        }
        return (response.status, json)
    }

    /// The time to wait before the same request; `nil` if the response is the final one.
    ///
    /// A provider names the time in `Retry-After` (RFC 9110 §10.2.3). A limit without it takes longer to pass than a failure.
    private static func wait(
        after response: OutboundResponse,
        _ json: JSONValue?,
        _ definition: ProviderDefinition?
    ) -> TimeSpan? {
        let isLimit = response.status == 429 || definition?.isTemporary(response, json) ?? false
        guard isLimit || response.status == 408 || response.status >= 500 else { return nil }
        let named = response.retryAfter.map { TimeSpan.seconds(Int64($0)) }
        return min(named ?? (isLimit ? .minutes(1) : .seconds(1)), longestWait)
    }

    /// The JSON value in a body; `nil` if it is not JSON, or more than the limits allow.
    static func json(_ body: [UInt8]) -> JSONValue? { JSONValue(parsing: body, within: jsonLimits) }

    /// Sends a request.
    ///
    /// - Throws: `.unavailable` if there is no response.
    func response(
        to method: String,
        _ url: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) async throws(ProviderError) -> OutboundResponse {
        let url = resolved(url)
        let host = Self.host(of: url)
        guard begin(host) else { throw .unavailable("too many requests to \(host) are waiting") }
        defer { end(host) }
        let request = OutboundRequest(
            method,
            url,
            fields: [(name: "Accept", value: "application/json")] + fields,
            body: body
        )
        let start = ContinuousClock.now
        do throws(OutboundHTTPError) {
            let response = try await client.send(request)
            observe(host, response.status < 500, start.duration(to: .now))
            return response
        } catch {
            observe(host, false, start.duration(to: .now))
            throw .unavailable("\(host): \(error.rawValue)\(Self.remedy(for: error))")
        }
    }

    /// Gets a JSON value.
    ///
    /// - Throws: `.unavailable` for another status than 200, and for a body that is not JSON.
    func get(
        _ url: String,
        token: String? = nil,
        of definition: ProviderDefinition? = nil
    ) async throws(ProviderError) -> JSONValue {
        let fields = token.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
        let (status, json) = try await send("GET", url, fields: fields, of: definition)
        let host = Self.host(of: resolved(url))
        guard status == 200 else { throw .unavailable("\(host): status \(status)") }
        guard let json else { throw .unavailable("\(host): the response is not JSON") }
        return json
    }

    /// The remedy for an error, in parentheses, for an operator; empty if the error says it all.
    private static func remedy(for error: OutboundHTTPError) -> String {
        switch error {
        case .invalidURL:
            " (a URL of the provider has no host, a user, invalid characters, or another scheme than https; "
                + "http needs providers.allowPrivateNetworks)"
        case .forbiddenAddress:
            " (the address of the host is private or reserved; providers.allowPrivateNetworks allows it)"
        case .unknownHost: " (DNS does not know the host)"
        case .tls: " (the certificate is invalid, or TLS has failed)"
        case .invalidRequest, .unreachable, .timeout, .disconnected, .responseTooLarge, .cancelled, .other:
            ""
        }
    }

    /// The start of an error code of a provider, without the characters that codes do not have.
    static func cleaned(_ error: String) -> String {
        let scalars = error.unicodeScalars.prefix(64).map { scalar -> Unicode.Scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "=": scalar
            default: "_"
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    static func host(of url: String) -> String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        return String(url[start...].prefix { !"/?#".contains($0) })
    }

    private func begin(_ host: String) -> Bool {
        running.withLock { running in
            let all = running.values.reduce(0, +)
            guard all < Self.limits.all, running[host.exact, default: 0] < Self.limits.host else {
                return false
            }
            running[host.exact, default: 0] += 1
            return true
        }
    }

    private func end(_ host: String) {
        running.withLock { running in
            let left = running[host.exact, default: 1] - 1
            running[host.exact] = left > 0 ? left : nil
        }
    }
}

/// URLs that are replaced by others: a provider that somebody runs on servers of their own, or a stand-in for tests.
///
/// Issuers and audiences stay as they are.
package struct URLReplacements: Sendable, Equatable {
    private var pairs: [(from: String, to: String)] = []

    package init() {}

    /// Reads a list of `FROM=TO`: what begins with the first URL begins with the second instead.
    ///
    /// The result is `nil` if a text has another form.
    package init?(_ texts: [String]) {
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, parts.allSatisfy(Self.isPrefix) else { return nil }
            pairs.append((parts[0], parts[1]))
        }
    }

    func applied(to url: String) -> String {
        for (from, to) in pairs where url.hasPrefix(exact: from) {
            let rest = url[url.utf8.index(url.startIndex, offsetBy: from.utf8.count)...]
            // Not another host that begins with the same letters.
            guard rest.isEmpty || "/?#".contains(rest.first ?? "/") else { continue }
            return to + rest
        }
        return url
    }

    private static func isPrefix(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.hasSuffix("/")
            && text.utf8.allSatisfy { (33...126).contains($0) } && !text.contains("@")
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.pairs.elementsEqual(other.pairs) { $0 == $1 }
    }
}
