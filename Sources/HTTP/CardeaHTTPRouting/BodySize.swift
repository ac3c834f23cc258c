/// How long the bodies of an operation's requests may be; the server's configuration says how long that is.
package enum BodySize: Sendable {
    /// Enough for one user, or one credential.
    case ordinary
    /// Enough for a batch.
    case large
}
