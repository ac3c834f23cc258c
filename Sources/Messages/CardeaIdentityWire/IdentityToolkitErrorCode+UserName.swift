/// User names: Cardea's own.
extension IdentityToolkitErrorCode {
    package static let invalidUserName = Self(rawValue: "INVALID_USER_NAME")
    package static let userNameExists = Self(rawValue: "USER_NAME_EXISTS")
}
