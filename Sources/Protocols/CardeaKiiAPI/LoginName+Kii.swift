import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaPhoneNumbers
import CardeaUserNames

extension LoginName {
    /// A `username` in one of Kii Cloud's forms.
    ///
    /// - Returns: `nil` if it has none of them.
    init?(kii text: String) {
        if let address = Self.rest(of: text, after: "EMAIL:") {
            guard let email = EmailAddress(address) else { return nil }
            self = .email(email)
        } else if let number = Self.rest(of: text, after: "PHONE:") {
            guard let phone = Self.phone(number) else { return nil }
            self = .phoneNumber(phone)
        } else if text.contains("@") {
            guard let email = EmailAddress(text) else { return nil }
            self = .email(email)
        } else if text.hasPrefix("+") {
            guard let phone = try? PhoneNumber(text) else { return nil }
            self = .phoneNumber(phone)
        } else {
            guard let name = UserName(text) else { return nil }
            self = .userName(name)
        }
    }

    private static func rest(of text: String, after prefix: String) -> String? {
        text.hasPrefix(exact: prefix) ? String(text.utf8.dropFirst(prefix.utf8.count)) : nil
    }

    /// `+819012345678`, or with the region in front `JP-09012345678`.
    private static func phone(_ text: String) -> PhoneNumber? {
        if text.hasPrefix("+") { return try? PhoneNumber(text) }
        let parts = text.split(separator: "-", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return try? PhoneNumber(String(parts[1]), region: String(parts[0]))
    }
}
