import Cardea
import ProviderStandIns
import Testing

/// The person of the tests at a provider, as the provider describes them.
struct ProviderAccount: Sendable, CustomTestStringConvertible {
    let provider: IdentityProvider
    let subject: String
    let email: String?
    /// Whether the provider is an authority for the address.
    let isTrusted: Bool
    let name: String
    /// The stand-in in this process; `nil` if a script is the provider.
    let standIn: StandInProvider?

    private init(
        _ provider: IdentityProvider,
        _ subject: String,
        _ email: String?,
        isTrusted: Bool = false,
        _ name: String = "Ada Lovelace",
        _ standIn: StandInProvider? = nil
    ) {
        self.provider = provider
        self.subject = subject
        self.email = email
        self.isTrusted = isTrusted
        self.name = name
        self.standIn = standIn
    }

    var id: String { provider.id }
    var testDescription: String { id }

    /// The same provider, at which the person says no.
    var declining: IdentityProvider {
        IdentityProvider(provider.id, parameters: ["login_hint": "declines"])
    }

    static let openID = Self(.openIDConnect("acme"), "ada-at-acme", "ada@acme.example")
    static let gitHub = Self(.gitHub, "583231", "octocat@example.com", "The Octocat")
    static let apple = Self(.apple, "001234.apple", "x1@privaterelay.appleid.com", isTrusted: true)
    static let x = Self(.x, "2244994945", nil, "Ada L.")
    static let weChat = Self(.weChat, "u-1", nil, "小艾")

    /// Those of the providers that scripts are.
    static let scripted = [openID, gitHub, apple, x, weChat]

    /// Those of stand-ins in this process.
    static let standIns = [
        Self(
            .google,
            "10769150350006150715113082367",
            "ada@acme.example",
            isTrusted: true,
            "Ada Lovelace",
            .google
        ),
        Self(
            .microsoft,
            "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
            "ada@outlook.com",
            isTrusted: true,
            "Ada Lovelace",
            .microsoft
        ),
        Self(.yahoo, "FSVIDUW3D7FSVIDUW3D72F2F", "ada@yahoo.com", isTrusted: true, "Ada Lovelace", .yahoo),
        Self(.linkedIn, "782bbtaQ", "ada@gmail.com", "Ada Lovelace", .linkedIn),
        Self(.line, "U1234567890abcdef1234567890abcdef", "ada@line.example", "アダ", .line),
        Self(.facebook, "10220000000000001", nil, "Ada Lovelace", .facebook),
        Self(.kakao, "123456789", "ada@kakao.example", "에이다", .kakao),
        Self(.naver, "32742776", "ada@naver.com", "에이다", .naver),
    ]

    static let all = scripted + standIns
}
