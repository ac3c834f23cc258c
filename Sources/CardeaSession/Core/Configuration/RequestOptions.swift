/// The options of one request.
public struct RequestOptions: Sendable, Hashable {
    /// Whether the request carries the credential.
    public var isAuthorized: Bool
    /// Whether a rejection of the token causes a refresh and a replay; otherwise the response is returned unchanged.
    public var isReplayed: Bool
    /// Whether redirects are followed.
    public var followsRedirects: Bool
    /// How this request is sent again when it fails; `nil` for what the configuration says.
    public var retries: RequestRetries?

    /// Creates options: everything on by default.
    public init(
        isAuthorized: Bool = true,
        isReplayed: Bool = true,
        followsRedirects: Bool = true,
        retries: RequestRetries? = nil
    ) {
        self.isAuthorized = isAuthorized
        self.isReplayed = isReplayed
        self.followsRedirects = followsRedirects
        self.retries = retries
    }

    /// The request goes out as it is, without the credential.
    public static let unauthenticated = Self(isAuthorized: false)
}
