internal import CardeaIdentityWire
public import Foundation
internal import CardeaSecrets

/// The fields of a user that are set when it is created or changed; the others stay as they are.
public struct UserChanges: Sendable {
    /// The change of one field.
    public enum Field<Value: Sendable>: Sendable {
        /// It stays as it is.
        case keep
        /// It becomes this.
        case set(Value)
        /// It is removed.
        case clear
    }

    /// The e-mail address.
    public var email: Field<String> = .keep
    /// Whether the address is verified.
    public var isEmailVerified: Bool?
    /// The password; a change ends all sessions of the user.
    public var password: Field<SessionSecret> = .keep
    /// The name.
    public var displayName: Field<String> = .keep
    /// The address of a picture.
    public var photoURL: Field<URL> = .keep
    /// The phone number (E.164).
    public var phoneNumber: Field<String> = .keep
    /// The name that the user signs in with; only Cardea's server has user names.
    public var userName: Field<String> = .keep
    /// Whether the user is disabled.
    public var isDisabled: Bool?

    /// Creates changes; fields that are not given stay as they are.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - isEmailVerified: Whether the address is verified.
    ///   - password: The password; a change ends all sessions of the user.
    ///   - displayName: The name.
    ///   - photoURL: The address of a picture.
    ///   - phoneNumber: The phone number (E.164).
    ///   - userName: The name that the user signs in with; only Cardea's server has user names.
    ///   - isDisabled: Whether the user is disabled.
    public init(
        email: Field<String> = .keep,
        isEmailVerified: Bool? = nil,
        password: Field<SessionSecret> = .keep,
        displayName: Field<String> = .keep,
        photoURL: Field<URL> = .keep,
        phoneNumber: Field<String> = .keep,
        userName: Field<String> = .keep,
        isDisabled: Bool? = nil
    ) {
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.password = password
        self.displayName = displayName
        self.photoURL = photoURL
        self.phoneNumber = phoneNumber
        self.userName = userName
        self.isDisabled = isDisabled
    }
}

extension UserChanges.Field: Equatable where Value: Equatable {}

extension UserChanges.Field: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    /// It becomes this text.
    public init(stringLiteral value: String) { self = .set(value) }
}

extension UserChanges.Field {
    /// The new value, if there is one.
    var value: Value? {
        guard case .set(let value) = self else { return nil }
        return value
    }

    var isClear: Bool {
        if case .clear = self { true } else { false }
    }
}

extension SignUpRequest {
    /// The creation of a user by an administrator.
    init(_ changes: UserChanges, id: String?) {
        self.init()
        localId = id
        email = changes.email.value
        emailVerified = changes.isEmailVerified
        password = changes.password.value.map { Secret($0.reveal()) }
        displayName = changes.displayName.value
        photoUrl = changes.photoURL.value?.absoluteString
        phoneNumber = changes.phoneNumber.value
        userName = changes.userName.value
        disabled = changes.isDisabled
    }
}

extension UpdateRequest {
    /// The change of a user by an administrator.
    init(_ changes: UserChanges, of id: String) {
        self.init()
        localId = id
        email = changes.email.value
        emailVerified = changes.isEmailVerified
        password = changes.password.value.map { Secret($0.reveal()) }
        displayName = changes.displayName.value
        photoUrl = changes.photoURL.value?.absoluteString
        phoneNumber = changes.phoneNumber.value
        userName = changes.userName.isClear ? "" : changes.userName.value
        disableUser = changes.isDisabled
        let attributes: [UserAttribute] = [
            changes.email.isClear ? .email : nil, changes.displayName.isClear ? .displayName : nil,
            changes.photoURL.isClear ? .photoURL : nil,
        ].compactMap(\.self)
        let providers = [
            changes.phoneNumber.isClear ? "phone" : nil, changes.password.isClear ? "password" : nil,
        ].compactMap(\.self)
        deleteAttribute = attributes.isEmpty ? nil : attributes
        deleteProvider = providers.isEmpty ? nil : providers
    }
}
