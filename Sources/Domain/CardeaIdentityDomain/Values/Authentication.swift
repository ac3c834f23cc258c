import CardeaEncodings

/// The proofs by which a user is signed in to a session: each method with the time of its last proof.
package struct Authentication: Sendable, Equatable {
    /// The reference of an authentication method (`amr`, RFC 8176 §2).
    ///
    /// RFC 8176 has no reference for the last three.
    package enum Method: String, Sendable, CaseIterable {
        case password = "pwd"
        /// A code in a text message.
        case textMessage = "sms"
        /// A one-time code that an administrator gave the user.
        case recoveryCode = "otp"
        /// A code or a link in a mail.
        case mail = "email"
        /// The assertion of an identity provider.
        case federation = "fed"
        /// A token that a back end of the project has signed.
        case customToken = "custom"
    }

    package struct Proof: Sendable, Equatable {
        package let method: Method
        package let at: Timestamp
    }

    /// The strength of the proofs.
    package enum Level: String, Sendable {
        /// One factor.
        case single = "aal1"
    }

    /// The newest proof of each method, the oldest first; none for an anonymous user.
    package private(set) var proofs: [Proof]

    package init() { proofs = [] }

    /// The proof of a session that was stored without its proofs.
    ///
    /// - Parameters:
    ///   - signInProvider: The sign-in method as Firebase names it. A link in a mail counts as a password.
    ///   - moment: The time of the last proof.
    package init(ofSignInProvider signInProvider: String, at moment: Timestamp) {
        self.init()
        if let method = SignInMethod(signInProvider: signInProvider) { add(method, at: moment) }
    }

    /// Adds a proof; one by the same method replaces the former.
    package mutating func add(_ method: SignInMethod, at moment: Timestamp) {
        guard let method = method.authentication else { return }
        proofs.removeAll { $0.method == method }
        proofs.append(Proof(method: method, at: moment))
    }

    /// The level (`acr`); `nil` if Cardea has seen no proof of the user.
    package var level: Level? {
        proofs.contains { $0.method != .customToken } ? .single : nil
    }
}

/// The stored form: for each proof, its method and its time in milliseconds since 1970.
///
/// Each refresh reads it, so no part of it is copied.
extension Authentication: RawRepresentable {
    package init?(rawValue: String) {
        proofs = []
        for proof in rawValue.utf8.split(separator: UInt8(ascii: ",")) {
            guard let space = proof.firstIndex(of: UInt8(ascii: " ")),
                let method = Method.allCases.first(where: { $0.rawValue.utf8.elementsEqual(proof[..<space]) }
                ),
                let milliseconds = Int64(Substring(proof[proof.index(after: space)...]))
            else { return nil }
            proofs.append(Proof(method: method, at: Timestamp(milliseconds: milliseconds)))
        }
    }

    package var rawValue: String {
        proofs.map { "\($0.method.rawValue) \($0.at.milliseconds)" }.joined(separator: ",")
    }
}

/// A way to sign in.
package enum SignInMethod: Sendable, Equatable {
    /// Nothing is proved: a new user without a name.
    case anonymous
    case password
    case emailLink
    case phone
    case customToken
    case provider(ProviderID)
    case recoveryCode

    /// The method as Firebase names it: `firebase.sign_in_provider`.
    package var signInProvider: String {
        switch self {
        case .anonymous: "anonymous"
        case .password, .emailLink: "password"
        case .phone: "phone"
        case .customToken: "custom"
        case .provider(let provider): provider.rawValue
        case .recoveryCode: "recovery"
        }
    }

    /// The method that Firebase gives a name; `nil` if there is no such method.
    init?(signInProvider: String) {
        let named = [Self.anonymous, .password, .phone, .customToken].first { $0.isNamed(signInProvider) }
        guard let method = named ?? ProviderID(rawValue: signInProvider).map(Self.provider) else {
            return nil
        }
        self = method
    }

    /// Whether Firebase gives the method this name.
    package func isNamed(_ name: String) -> Bool { name.exact == signInProvider.exact }

    fileprivate var authentication: Authentication.Method? {
        switch self {
        case .anonymous: nil
        case .password: .password
        case .emailLink: .mail
        case .phone: .textMessage
        case .customToken: .customToken
        case .provider: .federation
        case .recoveryCode: .recoveryCode
        }
    }
}
