import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting

/// Which pages and names may reach an emulator, which asks for no credential.
///
/// A page of any site may use the ordinary operations, as an app does. A request that controls the emulator, or acts as
/// an administrator, must be from this machine or an allowed origin. The `Host` field must not be a name of another
/// site: by such a name a page could reach the emulator as if it were its own server (DNS rebinding).
struct EmulatorVisitors: Sendable {
    /// Allowed origins beyond this machine's.
    let origins: Set<ExactText>
    /// Allowed names beyond this machine's.
    let hosts: Set<ExactText>

    /// Which pages of other origins may call the emulator.
    var crossOriginAccess: CrossOriginAccess {
        CrossOriginAccess(acceptsIncompletePreflights: true, allowsPrivateNetwork: allows(origin:))
    }

    /// The reason why a request is rejected; `nil` if it is allowed.
    func rejection(of request: Request) -> RequestError? {
        if let host = request.fields["host"], !allows(host: host) {
            return .forbidden(
                """
                The emulator does not respond to the name '\(host.prefix(100))'. \
                Use localhost, or start the emulator with --allow-hosts.
                """
            )
        }
        if let origin = request.fields[.origin], isControl(request), !allows(origin: origin) {
            return .forbidden(
                """
                Pages of '\(origin.prefix(100))' may not control the emulator. \
                Start it with --allow-origins to allow it.
                """
            )
        }
        return nil
    }

    func allows(origin: String) -> Bool {
        guard !origins.contains(origin.exact) else { return true }
        let parts = origin.lowercased().split(separator: "://", maxSplits: 1)
        guard parts.count == 2, ["http", "https"].contains(parts[0]) else { return false }
        return Self.name(in: parts[1]).map(Loopback.contains(name:)) ?? false
    }

    /// A literal address is not a name that somebody could point elsewhere.
    private func allows(host: String) -> Bool {
        guard let name = Self.name(in: host.lowercased()[...]) else { return false }
        return Loopback.contains(name: name) || NetworkBlock(name) != nil || hosts.contains(name.exact)
    }

    /// Whether a request does what only the tests' owner should do, or asks whether it may.
    private func isControl(_ request: Request) -> Bool {
        let path = request.path.lowercased()
        if path.hasPrefix("/emulator/") || request.fields[.authorization] != nil { return true }
        // It takes an administrator's credential in the form, which needs no preflight.
        if path.hasSuffix("/oauth2/introspect") { return true }
        let asked = request.fields["access-control-request-headers"]?.lowercased() ?? ""
        return asked.contains("authorization")
    }

    /// The name in `name`, `name:port` or `[address]:port`; `nil` if more follows it.
    private static func name(in text: Substring) -> String? {
        let isLiteral = text.utf8.first == UInt8(ascii: "[")
        let whole = isLiteral ? text.utf8.dropFirst() : text.utf8
        let name = whole.prefix { $0 != (isLiteral ? UInt8(ascii: "]") : UInt8(ascii: ":")) }
        let port = whole[name.endIndex...].dropFirst(isLiteral ? 1 : 0)
        guard port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(ASCII.isDigit)
        else { return nil }
        return String(Substring(name))
    }
}

extension EmulatorVisitors: Middleware {
    func handle(_ request: Request, next: any Responder) -> FutureResponse {
        var request = request
        if request.error == nil { request.error = rejection(of: request) }
        return next.handle(request)
    }
}
