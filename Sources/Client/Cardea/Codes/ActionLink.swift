internal import CardeaEncodings
public import Foundation

/// A link that was sent by e-mail, taken apart.
///
///     .onOpenURL { url in
///         guard let link = ActionLink(url) else { return }   // not one of ours
///         show(link.operation, link.code)
///     }
public struct ActionLink: Sendable, Hashable {
    /// The effect of the code, as far as the link names it; `CardeaClient.checkActionCode(_:)` asks the server.
    public let operation: ActionCodeDetails.Operation
    /// The code.
    public let code: String
    /// The key of the app that requested the link.
    public let apiKey: String?
    /// The continue URL.
    public let continueURL: URL?
    /// The language of the message (BCP 47).
    public let languageCode: String?
    /// The tenant of the user; `nil` for the project's own pool.
    public let tenantID: String?

    /// Takes a link apart; `nil` if it has no code.
    ///
    /// A link may be the value of the parameter `link` of another, as in links that Google hosts.
    public init?(_ link: URL) {
        guard let items = Self.items(of: link, nesting: 2),
            let operation = items["mode"].flatMap({ Self.operations[$0.exact] }),
            let code = items["oobCode"], !code.isEmpty
        else { return nil }
        self.operation = operation
        self.code = code
        apiKey = items["apiKey"]
        continueURL = items["continueUrl"].flatMap { URL(string: $0) }
        languageCode = items["lang"]
        tenantID = items["tenantId"]
    }

    /// The parameters of the link that has a code; of parameters with one name, the first.
    private static func items(of link: URL, nesting: Int) -> [ExactText: String]? {
        let all = URLComponents(url: link, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let items = Dictionary(
            all.map { ($0.name.exact, $0.value ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
        if items["oobCode"] != nil { return items }
        guard nesting > 0, let inner = items["link"].flatMap({ URL(string: $0) }) else { return nil }
        return self.items(of: inner, nesting: nesting - 1)
    }

    private static let operations: [ExactText: ActionCodeDetails.Operation] = [
        "resetPassword": .passwordReset, "verifyEmail": .verifyEmail, "recoverEmail": .recoverEmail,
        "signIn": .emailSignIn, "verifyAndChangeEmail": .verifyAndChangeEmail,
    ]
}
