import CardeaHTTPMessages

/// A cookie that a response sets (RFC 6265 §4.1).
///
/// It belongs to one host and is sent over TLS only: its name begins with `__Host-` (RFC 6265bis §4.1.3.2). Scripts cannot
/// read it.
package struct SetCookie: Sendable, Equatable {
    /// Whether the cookie goes with requests that other sites cause.
    package enum SameSite: String, Sendable {
        case strict = "Strict"
        /// Only with navigation by a safe method.
        case lax = "Lax"
        /// With each request; for responses that another site posts.
        case none = "None"
    }

    private let text: String

    /// Creates a cookie; `nil` if name or value has a character that a cookie must not have.
    ///
    /// - Parameters:
    ///   - name: The name without `__Host-`.
    ///   - value: The value.
    ///   - lifetime: How long the client keeps it, in whole seconds. By default until the browser ends.
    ///   - sameSite: Whether it goes with requests that other sites cause.
    package init?(_ name: String, _ value: String, lifetime: Duration? = nil, sameSite: SameSite = .lax) {
        guard CookieText.isName(name.utf8), CookieText.isValue(value.utf8) else { return nil }
        var text = "__Host-\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=\(sameSite.rawValue)"
        if let lifetime { text += "; Max-Age=\(lifetime.components.seconds)" }
        self.text = text
    }

    /// A cookie that makes the client delete the one of the same name.
    ///
    /// - Parameters:
    ///   - name: The name without `__Host-`.
    ///   - sameSite: `.none` if another site may have caused the request: a browser ignores other cookies then.
    /// - Returns: The cookie; `nil` if the name has a character that a cookie must not have.
    package static func deleting(_ name: String, sameSite: SameSite = .lax) -> SetCookie? {
        SetCookie(name, "", lifetime: .zero, sameSite: sameSite)
    }

    /// The value of the `set-cookie` field.
    package var fieldValue: String { text }
}

extension Response {
    /// Adds a cookie.
    ///
    /// Each has a field of its own (RFC 6265 §3).
    package mutating func set(_ cookie: SetCookie) { fields.append(.setCookie, cookie.fieldValue) }
}
