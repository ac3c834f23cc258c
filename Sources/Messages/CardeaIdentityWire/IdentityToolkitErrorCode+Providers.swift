/// Configurations of identity providers.
extension IdentityToolkitErrorCode {
    package static let configurationExists = Self(rawValue: "CONFIGURATION_EXISTS")
    package static let missingConfigID = Self(rawValue: "MISSING_CONFIG_ID")
    package static let invalidConfigID = Self(rawValue: "INVALID_CONFIG_ID")
    package static let invalidConfig = Self(rawValue: "INVALID_CONFIG")
    package static let missingOAuthClientID = Self(rawValue: "MISSING_OAUTH_CLIENT_ID")
    package static let missingIssuer = Self(rawValue: "MISSING_ISSUER")
}
