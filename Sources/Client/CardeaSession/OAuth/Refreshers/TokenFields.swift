import CardeaEncodings
import Foundation

/// The names of the tokens in a JSON response.
public struct TokenFields: Sendable, Hashable {
    /// A century: what a server that means "for ever" may well exceed.
    private static let longestLife = 3_155_760_000.0

    private struct Places: Sendable, Hashable {
        let accessToken: [Substring]
        let refreshToken: [Substring]
        let lifetime: [Substring]
    }

    /// The first place with an access token counts.
    private let places: [Places]

    /// Creates a description of a response; each place is a name, or a path of names with dots: `data.token`.
    ///
    /// - Parameters:
    ///   - accessToken: The name of the access token; `access_token` by default, as in RFC 6749 §5.1.
    ///   - refreshToken: The name of the refresh token, if there is one.
    ///   - lifetime: The name of the access token's lifetime, in seconds.
    public init(
        accessToken: String = "access_token",
        refreshToken: String = "refresh_token",
        lifetime: String = "expires_in"
    ) {
        places = [
            Places(
                accessToken: accessToken.split(separator: "."),
                refreshToken: refreshToken.split(separator: "."),
                lifetime: lifetime.split(separator: ".")
            )
        ]
    }

    private init(_ first: Self, _ second: Self) {
        places = first.places + second.places
    }

    /// `accessToken`, `refreshToken` and `expiresIn`, or `access_token`, `refresh_token` and `expires_in`: the default.
    public static let standard = Self(.camelCase, .snakeCase)

    /// `access_token`, `refresh_token` and `expires_in` (RFC 6749 §5.1).
    public static let snakeCase = Self()

    /// `accessToken`, `refreshToken` and `expiresIn`.
    public static let camelCase = Self(
        accessToken: "accessToken",
        refreshToken: "refreshToken",
        lifetime: "expiresIn"
    )

    /// Reads the tokens of a response, to a sign-in or to a refresh.
    ///
    /// - Parameter response: The response; its `Date` is taken for the time of receipt.
    /// - Returns: The credential; `nil` when there is no access token in it.
    public func credential(in response: CardeaResponse) -> SessionCredential? {
        JSONValue(parsing: response.body).flatMap { credential(in: $0, receivedAt: response.date) }
    }

    /// Reads the tokens of a body that has been read.
    func credential(in response: JSONValue, receivedAt: Date?) -> SessionCredential? {
        for place in places {
            guard let token = response.member(place.accessToken)?.text else { continue }
            return credential(token, in: response, at: place, receivedAt: receivedAt)
        }
        return nil
    }

    private func credential(
        _ token: String,
        in response: JSONValue,
        at place: Places,
        receivedAt: Date?
    ) -> SessionCredential {
        SessionCredential(
            accessToken: SessionSecret(token),
            refreshToken: response.member(place.refreshToken)?.text.map(SessionSecret.init),
            lifetime: response.member(place.lifetime)?.seconds.map {
                .seconds(min(max($0, 0), Self.longestLife))
            },
            receivedAt: receivedAt
        )
    }
}

extension JSONValue {
    fileprivate func member(_ path: [Substring]) -> JSONValue? {
        path.reduce(self) { value, name in value?[String(name)] }
    }

    /// A text that says something.
    var text: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

    /// A number, also one whose digits are a text.
    fileprivate var seconds: Double? {
        switch self {
        case .integer, .number: double
        case .string: wholeNumber.map { Double($0) }
        default: nil
        }
    }
}
