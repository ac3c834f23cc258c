/// Sign-in by phone.
extension IdentityToolkitErrorCode {
    package static let missingPhoneNumber = Self(rawValue: "MISSING_PHONE_NUMBER")
    package static let missingCode = Self(rawValue: "MISSING_CODE")
    package static let invalidCode = Self(rawValue: "INVALID_CODE")
    package static let missingSessionInfo = Self(rawValue: "MISSING_SESSION_INFO")
    package static let invalidSessionInfo = Self(rawValue: "INVALID_SESSION_INFO")
    package static let sessionExpired = Self(rawValue: "SESSION_EXPIRED")
    package static let invalidTestingPhoneNumber = Self(rawValue: "INVALID_TESTING_PHONE_NUMBER")
    package static let invalidTemporaryProof = Self(rawValue: "INVALID_TEMPORARY_PROOF")
}
