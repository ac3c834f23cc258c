import CardeaIdentityDomain
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

/// Fields that several messages have.
extension InputField where Root: InputMessage {
    /// The project and the tenant of the request: admission reads them.
    static var scope: [InputField] { ignored("targetProjectId", "tenantId") }

    /// The fields of a challenge that this server does not set.
    static var captcha: [InputField] {
        ignored("captchaChallenge", "captchaResponse", "clientType", "recaptchaVersion")
    }

    /// Fields that the protocol knows and the server does not use.
    static func ignored(_ names: String...) -> [InputField] { names.map(InputField.init(ignored:)) }

    static func idToken(
        _ path: any WritableKeyPath<Root, Secret?> & Sendable,
        _ summary: String
    ) -> InputField {
        InputField(path, .name(16_384), summary)
    }

    static func email(
        _ path: any WritableKeyPath<Root, String?> & Sendable,
        _ summary: String,
        _ rule: FieldRule = .optional
    ) -> InputField {
        InputField(path, .bytes(254), summary, rule, else: "INVALID_EMAIL")
    }

    static func password(
        _ path: any WritableKeyPath<Root, Secret?> & Sendable,
        _ summary: String,
        _ rule: FieldRule = .optional
    ) -> InputField {
        let message = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may be at most 4096 bytes long"
        return InputField(path, .bytes(4096), summary, rule, else: message)
    }

    static func displayName(_ path: any WritableKeyPath<Root, String?> & Sendable) -> InputField {
        InputField(path, .bytes(4096), "Name, at most 256 characters.", else: "INVALID_DISPLAY_NAME")
    }

    static func photoURL(_ path: any WritableKeyPath<Root, String?> & Sendable) -> InputField {
        InputField(
            path,
            .bytes(2048),
            "URL of a picture, with the scheme http or https.",
            else: "INVALID_PHOTO_URL"
        )
    }

    static func phoneNumber(_ path: any WritableKeyPath<Root, String?> & Sendable) -> InputField {
        InputField(
            path,
            .bytes(64),
            "Phone number, beginning with + and the code of the country.",
            .administratorsOnly("Phone number"),
            else: "INVALID_PHONE_NUMBER : Invalid format."
        )
    }

    static func accessTokenLifetime(_ path: any WritableKeyPath<Root, Int64?> & Sendable) -> InputField {
        InputField(
            path,
            TimeSpan.secondsToAskFor,
            "Lifetime of the access token in seconds; the project sets a maximum.",
            else: "INVALID_DURATION"
        )
    }
}
