/// The size class of an operation's request bodies; the server's configuration has the number of bytes.
package enum BodySize: Sendable {
    /// Enough for one user, or one credential.
    case ordinary
    /// Enough for a batch.
    case large
}
