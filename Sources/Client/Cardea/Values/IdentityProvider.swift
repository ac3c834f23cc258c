/// A provider of identities that users sign in with.
///
///     let user = try await client.signIn(with: .google, through: .loopback())
///
/// The project must have the provider turned on.
public struct IdentityProvider: Sendable, Hashable {
    /// The ID, such as `google.com` or `oidc.acme`.
    public let id: String
    /// The scopes that the app asks for, beside those of the project.
    public var scopes: [String]
    /// Parameters for the provider's page, such as `login_hint` or `prompt`.
    public var parameters: [String: String]

    /// A provider by its ID.
    ///
    /// - Parameters:
    ///   - id: The ID.
    ///   - scopes: The scopes that the app asks for, beside those of the project.
    ///   - parameters: Parameters for the provider's page.
    public init(_ id: String, scopes: [String] = [], parameters: [String: String] = [:]) {
        self.id = id
        self.scopes = scopes
        self.parameters = parameters
    }

    /// A provider that the project defines by its issuer (OpenID Connect).
    ///
    /// - Parameter name: The name in the project, without `oidc.`.
    /// - Returns: The provider.
    public static func openIDConnect(_ name: String) -> Self { Self("oidc.\(name)") }
}

extension IdentityProvider {
    /// Apple.
    public static let apple = Self("apple.com")
    /// Facebook.
    public static let facebook = Self("facebook.com")
    /// GitHub.
    public static let gitHub = Self("github.com")
    /// Google.
    public static let google = Self("google.com")
    /// Kakao.
    public static let kakao = Self("kakao.com")
    /// LINE.
    public static let line = Self("line.me")
    /// LinkedIn.
    public static let linkedIn = Self("linkedin.com")
    /// Microsoft.
    public static let microsoft = Self("microsoft.com")
    /// Naver.
    public static let naver = Self("naver.com")
    /// WeChat.
    public static let weChat = Self("wechat.com")
    /// X, once Twitter.
    public static let x = Self("twitter.com")
    /// Yahoo.
    public static let yahoo = Self("yahoo.com")
}
