import CardeaEncodings
import CardeaIdentityDomain
import CardeaSecrets

extension PhonePolicy {
    /// The text for a language: the project's or the built-in one for it, then those of the project's language.
    func template(_ language: String?, default projectLanguage: String) -> TextTemplate {
        let own = templates
        for tag in [language, projectLanguage].compactMap(\.self).map(LanguageTag.lookupOrder).joined() {
            if let text = own.first(where: { $0.language.exact == tag.exact }) { return text }
            if let text = TextTemplate.builtIn.first(where: { $0.language.exact == tag.exact }) {
                return text
            }
        }
        return TextTemplate.english
    }
}

extension TextTemplate {
    static let english = TextTemplate(
        language: "en",
        text: "%CODE% is your verification code for %APP_NAME%."
    )

    /// The texts that come with the server.
    static let builtIn = [
        english,
        TextTemplate(language: "ja", text: "%CODE% は %APP_NAME% の確認コードです。"),
        TextTemplate(language: "zh", text: "%CODE% 是您的 %APP_NAME% 验证码。"),
        TextTemplate(language: "zh-hant", text: "%CODE% 是您的 %APP_NAME% 驗證碼。"),
        TextTemplate(language: "ko", text: "%APP_NAME%의 인증 코드는 %CODE%입니다."),
        TextTemplate(language: "de", text: "%CODE% ist Ihr Bestätigungscode für %APP_NAME%."),
    ]
}

extension KeyVault {
    /// Encrypts the code of a message, so that neither the database nor a backup holds it in plain text.
    func seal(
        _ code: Secret,
        of message: TextMessageID,
        in pool: UserPool
    ) throws(ProjectDirectoryError) -> [UInt8] {
        try seal(Array(code.utf8), authenticating: Self.label(message, pool), name: message.rawValue)
    }

    /// - Throws: `.keyUnusable` if the code was sealed under another master key, or was changed.
    func code(of message: TextMessage) throws(ProjectDirectoryError) -> Secret {
        let label = Self.label(message.id, message.pool)
        let bytes = try open(message.sealedCode, authenticating: label, name: message.id.rawValue)
        return Secret(String(decoding: bytes, as: UTF8.self))
    }

    private static func label(_ message: TextMessageID, _ pool: UserPool) -> [UInt8] {
        ["text message code", message.rawValue, pool.project.rawValue, pool.tenant?.rawValue ?? ""]
            .flatMap { Array($0.utf8) + [0] }
    }
}
