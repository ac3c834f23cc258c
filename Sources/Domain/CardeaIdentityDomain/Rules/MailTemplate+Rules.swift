import CardeaEncodings

/// The rules of templates: checked when it is set, so that every stored template can be sent.
extension MailTemplate {
    /// A value that a template can name, as in `%LINK%`.
    package enum Placeholder: String, Sendable, CaseIterable {
        case appName = "APP_NAME"
        case link = "LINK"
        case email = "EMAIL"
        case newEmail = "NEW_EMAIL"
        /// The time for which the link works, such as `1 hour`; in a language that the server has no words for, `60
        /// min`.
        case lifetime = "LIFETIME"
    }

    private static let longestSubject = 200
    private static let longestBody = 65_536

    /// One line for each problem; none if messages can be made of it.
    package var problems: [String] {
        var problems: [String] = []
        if !LanguageTag.isValid(language) {
            problems.append("the language must be a tag such as en or pt-br")
        }
        if subject.isEmpty || subject.utf8.count > Self.longestSubject || subject.hasControlCharacters {
            problems.append("the subject must be one line of 1 to \(Self.longestSubject) bytes")
        }
        problems += placeholderProblems(subject, "subject", needsLink: false)
        for (body, name) in [(text, "text"), (html, "HTML")] {
            guard let body else { continue }
            if body.utf8.count > Self.longestBody {
                problems.append("the \(name) must have at most \(Self.longestBody) bytes")
            }
            problems += placeholderProblems(body, name, needsLink: true)
        }
        return problems
    }

    private func placeholderProblems(_ text: String, _ name: String, needsLink: Bool) -> [String] {
        var problems: [String] = []
        var hasLink = false
        for word in TemplateText(text).placeholders {
            switch Placeholder(rawValue: word) {
            case .link: hasLink = true
            case .newEmail where !purpose.hasNewEmail:
                problems.append("the \(name) has %NEW_EMAIL%, which messages of this purpose do not have")
            case .appName, .email, .newEmail, .lifetime: break
            case nil: problems.append("the \(name) has the unknown placeholder %\(word)%")
            }
        }
        if needsLink, !hasLink { problems.append("the \(name) must contain %LINK%") }
        // A subject is shown in lists and kept in logs of mail servers.
        if !needsLink, hasLink { problems.append("the \(name) must not contain %LINK%") }
        return problems
    }
}

extension MailPurpose {
    /// Whether messages of this purpose name a new address.
    package var hasNewEmail: Bool {
        switch self {
        case .verifyAndChangeEmail, .recoverEmail: true
        case .passwordReset, .verifyEmail, .emailSignIn: false
        }
    }
}

/// Language tags (BCP 47), in lower case with `-`.
package enum LanguageTag {
    /// The form in which tags are compared: `pt_BR` is `pt-br`.
    package static func normalized(_ tag: String) -> String {
        String(tag.lowercased().map { $0 == "_" ? "-" : $0 })
    }

    /// Whether a tag is well formed, with a language code of two or three letters (ISO 639).
    package static func isValid(_ tag: String) -> Bool {
        isWellFormed(tag) && (tag.firstIndex(of: "-").map { tag[..<$0] } ?? tag[...]).utf8.count <= 3
    }

    package static func isWellFormed(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard tag.utf8.count <= 35, let primary = parts.first, (2...8).contains(primary.utf8.count),
            primary.utf8.allSatisfy(ASCII.isLowercase)
        else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { ASCII.isLowercase($0) || ASCII.isDigit($0) }
        }
    }

    /// The tag, and the same with fewer and fewer parts: `pt-br`, `pt`.
    ///
    /// Chinese of Taiwan, Hong Kong and Macao has traditional characters: `zh-tw`, `zh-hant`, `zh`.
    package static func lookupOrder(_ tag: String) -> [String] {
        var parts = normalized(tag).split(separator: "-")
        var tags: [String] = []
        while !parts.isEmpty {
            tags.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        if tags.last == "zh", let region = tags.first?.split(separator: "-").dropFirst(),
            !region.contains("hans"), !tags.contains("zh-hant"),
            region.contains(where: { ["tw", "hk", "mo"].contains($0) })
        {
            tags.insert("zh-hant", at: tags.count - 1)
        }
        return tags
    }
}

extension String {
    /// Whether a character would end a line or is not visible.
    package var hasControlCharacters: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
