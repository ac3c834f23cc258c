import CardeaEncodings
import CardeaSettings

/// Codes that are sent to phone numbers: how long they last, how often they are sent, and where to.
package struct PhonePolicy: Sendable, Equatable {
    package var codeLifetime = 600
    package var maximumAttempts = 5
    package var maximumPerNumberAndNetwork = 3
    package var maximumPerNumber = 5
    package var maximumPerAddress = 50
    package var maximumPerProject = 1000
    package var allowedRegions: [String] = []
    package var deniedRegions: [String] = []
    package var testNumbers: [String] = []
    package var messages: String?

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "codeLifetime",
            \.codeLifetime,
            .time(in: .seconds, 30...3600),
            "The lifetime in seconds of a code for a phone number."
        ),
        Setting(
            "maximumAttempts",
            \.maximumAttempts,
            .range(1...20),
            "The number of wrong codes after which the user needs a new one."
        ),
        Setting(
            "maximumPerNumberAndNetwork",
            \.maximumPerNumberAndNetwork,
            .range(0...1_000_000),
            "The largest number of codes that one network address may request for one phone number in an hour; 0 for no limit."
        ),
        Setting(
            "maximumPerNumber",
            \.maximumPerNumber,
            .range(0...1_000_000),
            "The largest number of codes that all tenants of a project together send to one phone number in an hour; 0 for no limit."
        ),
        Setting(
            "maximumPerAddress",
            \.maximumPerAddress,
            .range(0...1_000_000),
            "The largest number of codes for phone numbers that one network address may request in an hour; 0 for no limit."
        ),
        Setting(
            "maximumPerProject",
            \.maximumPerProject,
            .range(0...100_000_000),
            """
            The largest number of codes that a project sends to phone numbers in an hour; 0 for no limit. The last fifth is for \
            numbers that have signed in from the same network address within 30 days.
            """
        ),
        Setting(
            "allowedRegions",
            \.allowedRegions,
            regions,
            """
            The regions whose phone numbers receive codes, such as JP. An empty list means every country that is not denied; \
            `signIn.allowsPhone` turns codes off. Numbers of no country, such as those of satellite phones, receive codes only \
            if the list has `001`.
            """
        ),
        Setting(
            "deniedRegions",
            \.deniedRegions,
            regions,
            "The regions whose phone numbers receive no codes."
        ),
        Setting(
            "testNumbers",
            \.testNumbers,
            .list("a list of phone numbers with codes, such as +16505553434=123456", maximumCount: 100) {
                TestNumber($0) != nil
            },
            "Phone numbers for tests, each with its code. Nothing is sent to them."
        ),
        Setting(
            "messages",
            \.messages,
            SettingRule(
                "texts with ;; between them, such as en=%CODE% is your code for %APP_NAME%",
                culprit: { $0.flatMap { Self.templateTexts($0).first { TextTemplate($0) == nil } } },
                { texts in
                    guard let texts = texts.map(Self.templateTexts) else { return true }
                    return texts.count <= 100 && texts.allSatisfy { TextTemplate($0) != nil }
                }
            ),
            "The texts of messages with codes, by language, in place of the built-in ones."
        ),
    ]

    /// The form alone: a region that an earlier version accepted must not make a stored document unreadable.
    private static let regions = SettingRule<[String]>.list(
        "a list of regions such as JP (ISO 3166-1)",
        maximumCount: 300,
        of: PhoneRegion.hasForm
    )

    /// One line for each value that has the form of one and would have no effect.
    var problems: [String] {
        let lists = [("allowedRegions", allowedRegions), ("deniedRegions", deniedRegions)]
        var problems: [String] = []
        for (key, regions) in lists {
            for region in regions where PhoneRegion.hasForm(region) && !PhoneRegion.isKnown(region) {
                let hint = PhoneRegion.isoCode(ofMistaken: region).map { "; did you mean '\($0)'?" } ?? ""
                problems.append("phone.\(key): no phone number belongs to a region '\(region)'\(hint)")
            }
        }
        for text in templates where !LanguageTag.isValid(text.language) {
            problems.append("phone.messages: '\(text.language)' is no language tag such as en or pt-br")
        }
        var seen: Set<ExactText> = []
        for (number, _) in testCodes where !seen.insert(number.exact).inserted {
            problems.append("phone.testNumbers: \(number) has two codes")
        }
        return problems
    }

    /// Whether numbers of a region receive codes.
    ///
    /// Messages to numbers of no country cost the most: their region must be named.
    package func allows(region: String) -> Bool {
        if deniedRegions.contains(exact: region) { return false }
        return allowedRegions.isEmpty
            ? region.exact != PhoneRegion.international.exact : allowedRegions.contains(exact: region)
    }

    /// The code of a number for tests.
    package func testCode(of phoneNumber: String) -> String? {
        testNumbers.lazy.compactMap(TestNumber.init).first { $0.phoneNumber.exact == phoneNumber.exact }?.code
    }

    /// The numbers for tests with their codes.
    package var testCodes: [(phoneNumber: String, code: String)] {
        testNumbers.compactMap(TestNumber.init).map { ($0.phoneNumber, $0.code) }
    }

    /// A number for tests as the setting has it: `+16505553434=123456`.
    ///
    /// - Returns: `nil` if the number or the code is invalid.
    package static func testNumber(_ phoneNumber: String, code: String) -> String? {
        let text = "\(phoneNumber)=\(code)"
        return TestNumber(text).map { _ in text }
    }

    /// The texts that the project has of its own.
    package var templates: [TextTemplate] {
        messages.map(Self.templateTexts)?.compactMap { TextTemplate($0) } ?? []
    }

    /// The texts of a setting, with `;;` between them.
    private static func templateTexts(_ texts: String) -> [String] {
        var (found, rest): ([String], Substring) = ([], texts[...])
        while let sign = rest.firstRange(of: ";;") {
            found.append(String(rest[..<sign.lowerBound]))
            rest = rest[sign.upperBound...]
        }
        return found + [String(rest)]
    }

    package var rates: PhoneCodeRates {
        PhoneCodeRates(
            recipientFromNetwork: maximumPerNumberAndNetwork,
            recipient: maximumPerNumber,
            sender: maximumPerAddress,
            project: maximumPerProject
        )
    }

    /// A number with its code: `+16505553434=123456`.
    private struct TestNumber {
        let phoneNumber: String
        let code: String

        init?(_ text: String) {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, ProfileRules.isPhoneNumber(String(parts[0])), parts[1].utf8.count == 6,
                parts[1].utf8.allSatisfy(ASCII.isDigit)
            else { return nil }
            (phoneNumber, code) = (String(parts[0]), String(parts[1]))
        }
    }
}

/// The text of a message in one language: `en=%CODE% is your code for %APP_NAME%`.
package struct TextTemplate: Sendable, Equatable {
    package let language: String
    package let text: String

    package init(language: String, text: String) {
        self.language = language
        self.text = text
    }

    /// - Returns: `nil` if the language is invalid, or the text has no code, an unknown placeholder or more than 300
    ///   bytes.
    package init?(_ setting: String) {
        guard let sign = setting.firstIndex(of: "=") else { return nil }
        language = String(setting[..<sign])
        text = String(setting[setting.index(after: sign)...])
        guard LanguageTag.isWellFormed(language), text.utf8.count <= 300 else { return nil }
        let placeholders = TemplateText(text).placeholders
        guard placeholders.contains("CODE"), placeholders.allSatisfy(["CODE", "APP_NAME"].contains) else {
            return nil
        }
    }

    package func filled(code: String, appName: String) -> String {
        TemplateText(text).filled { $0 == "CODE" ? code : appName }
    }
}
