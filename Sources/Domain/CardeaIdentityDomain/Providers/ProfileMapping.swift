package import CardeaEncodings

/// Where the parts of a profile are in what a provider says about a person.
///
/// Each part has paths such as `picture.data.url`; the first that leads to a text or a number counts.
package struct ProfileMapping: Sendable, Equatable {
    package enum Field: String, Sendable, CaseIterable {
        case displayName, firstName, lastName, nickName, screenName, photoURL, language, timeZone, dateOfBirth
    }

    /// Whether the provider has verified the e-mail address of a person.
    package enum Verification: Sendable, Equatable {
        /// It does not say so.
        case never
        /// It gives verified addresses only.
        case always
        /// Flags say it, all of them.
        case flags([String])
        /// The addresses for which the provider is an authority, and those with a flag.
        case byAuthority(or: String)
    }

    /// The provider's ID of the person.
    package var subject: [String]
    package var email: [String]
    package var verification: Verification
    package var fields: [Field: [String]]

    package init(
        subject: [String],
        email: [String],
        verification: Verification,
        fields: [Field: [String]]
    ) {
        self.subject = subject
        self.email = email
        self.verification = verification
        self.fields = fields
    }

    /// The names of the members that have the address, or say that it is verified.
    package var emailMembers: Set<ExactText> {
        let flags: [String] =
            switch verification {
            case .never, .always: []
            case .flags(let paths): paths
            case .byAuthority(let path): [path]
            }
        return Set((email + flags).map { $0.prefix { $0 != "." }.exact })
    }

    /// The standard claims (OpenID Connect Core §5.1).
    package static let openID = ProfileMapping(
        subject: ["sub"],
        email: ["email"],
        verification: .flags(["email_verified"]),
        fields: [
            .displayName: ["name"], .firstName: ["given_name"], .lastName: ["family_name"],
            .nickName: ["nickname"], .screenName: ["preferred_username"], .photoURL: ["picture"],
            .language: ["locale"], .timeZone: ["zoneinfo"], .dateOfBirth: ["birthdate"],
        ]
    )
}
