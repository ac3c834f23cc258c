/// How a session's key is kept when it proves nothing of the access token.
///
/// A server that is shown a key may bind the refresh token to it and still issue bearer tokens (RFC 9449 §5). The
/// key is kept with a mark then: `DPoP` can sign nothing with it, and sends the access token as a bearer token, while
/// the token endpoint is shown it as before.
extension Secret {
    private static let mark = "refresh "

    /// The key for the token endpoint alone.
    var forRefreshAlone: Secret { Secret(Self.mark + plain) }

    /// The key itself, marked or not.
    var unmarked: Secret { Secret(plain) }

    private var plain: String {
        let text = reveal()
        return text.hasPrefix(Self.mark) ? String(text.dropFirst(Self.mark.count)) : text
    }
}
