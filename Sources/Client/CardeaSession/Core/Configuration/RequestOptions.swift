/// The options of one request.
public struct RequestOptions: Sendable, Hashable {
    /// Whether the request carries the credential.
    public var isAuthorized: Bool
    /// Whether a rejection of the token causes a refresh and a replay; otherwise the response is returned unchanged.
    public var isReplayed: Bool
    /// Whether redirects are followed.
    public var followsRedirects: Bool
    /// The way in which this request is sent again when it fails; `nil` for what the configuration says.
    public var retries: RequestRetries?
    /// The longest that the call may take, with its waits for a new token, its retries and its redirects; `nil` for 60
    /// seconds, or for the `timeout` of the request if that is longer.
    ///
    /// No attempt begins later. An attempt that is still running is ended, but not that of an upload or a stream, whose data
    /// may flow for longer. The time in which the user authenticates again does not count.
    public var deadline: Duration?

    /// Creates options: everything on by default.
    public init(
        isAuthorized: Bool = true,
        isReplayed: Bool = true,
        followsRedirects: Bool = true,
        retries: RequestRetries? = nil,
        deadline: Duration? = nil
    ) {
        self.isAuthorized = isAuthorized
        self.isReplayed = isReplayed
        self.followsRedirects = followsRedirects
        self.retries = retries
        self.deadline = deadline
    }

    /// The request goes out as it is, without the credential.
    public static let unauthenticated = Self(isAuthorized: false)
}
