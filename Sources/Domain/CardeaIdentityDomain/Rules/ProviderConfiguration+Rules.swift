import CardeaEncodings

extension ProviderConfiguration {
    /// The largest number of audiences, scopes and domains.
    package static let maximumListCount = 50
    /// The largest number of configurations of one pool.
    package static let maximumCount = 100

    /// The first reason why the configuration cannot be used; `nil` if it is valid.
    package func problem(for definition: ProviderDefinition) -> ProviderConfigurationProblem? {
        guard !clientID.isEmpty else { return .missingClientID }
        guard Self.isVisible(clientID, 512) else { return .invalid("the client ID has invalid characters") }
        if let problem = issuerProblem(definition) { return problem }
        if let problem = listProblem { return problem }
        if let displayName, !ProfileRules.isDisplayName(displayName) {
            return .invalidDisplayName
        }
        for (name, value) in [("team ID", teamID), ("key ID", keyID)] {
            if let value, !Self.isAlphanumeric(value) {
                return .invalid("the \(name) has invalid characters")
            }
        }
        guard allowsCodes || allowsIDTokens else {
            return .invalid("one of the ways to sign in must be allowed: codes or ID tokens")
        }
        return nil
    }

    private func issuerProblem(_ definition: ProviderDefinition) -> ProviderConfigurationProblem? {
        switch definition.issuer {
        case .configured:
            guard let issuer, !issuer.isEmpty else { return .missingIssuer }
            guard let url = ContinueURL(issuer), !url.text.contains(where: { "?#".contains($0) }) else {
                return .invalid("the issuer must be an https URL without query")
            }
            return nil
        case .around(let prefix, _, let suffix):
            guard let issuer else { return nil }
            let middle = issuer.dropFirst(prefix.count).dropLast(suffix.count)
            guard issuer.hasPrefix(exact: prefix), issuer.hasSuffix(exact: suffix), UUIDText.isValid(middle)
            else {
                return .invalid("the issuer must have the form \(prefix)TENANT\(suffix)")
            }
            return nil
        case .anyOf, nil:
            return issuer == nil ? nil : .invalid("the issuer of \(definition.name) is fixed")
        }
    }

    private var listProblem: ProviderConfigurationProblem? {
        for (name, list) in [("audiences", audiences), ("scopes", scopes), ("emailDomains", emailDomains)] {
            guard list.count <= Self.maximumListCount else { return .invalid("there are too many \(name)") }
            guard list.allSatisfy({ !$0.isEmpty && Self.isVisible($0, 512) }) else {
                return .invalid("one of the \(name) has invalid characters")
            }
        }
        let isDomain = { (text: String) in EmailAddress("a@\(text)")?.domain.exact == text.exact }
        return emailDomains.allSatisfy(isDomain)
            ? nil : .invalid("a domain of e-mail addresses is written like example.com, in lower case")
    }

    private static func isVisible(_ text: String, _ limit: Int) -> Bool {
        text.utf8.count <= limit && text.utf8.allSatisfy { (33...126).contains($0) }
    }

    private static func isAlphanumeric(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(ASCII.isAlphanumeric)
    }
}

/// The reason why a configuration of a provider is invalid.
package enum ProviderConfigurationProblem: Sendable, Equatable {
    case missingClientID
    case missingIssuer
    case invalidDisplayName
    /// Anything else, in words.
    case invalid(String)
}

/// The text form of a UUID (RFC 9562 §4).
package enum UUIDText {
    package static func isValid(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            if [8, 13, 18, 23].contains(index) { return byte == 45 }
            return ASCII.isHexadecimal(byte)
        }
    }
}
