/// A point in which an emulator differs from a server.
///
/// Tests of apps rely on the public emulator of the protocol, so an emulator does what that one does. A server has none of
/// these points. The page "The emulator" has a row for each.
package enum EmulatorDifference: String, Sendable, CaseIterable {
    /// ID tokens and session cookies have no signature, and those without one are accepted.
    case unsignedTokens
    /// A custom token of any sender is accepted, signed or not.
    case customTokensOfAnybody
    /// A provider's ID token is JSON text or a JWT of anybody, and each verified address is trusted.
    case providerTokensOfAnybody
    /// An anonymous user who sets an address and no password stays anonymous.
    case anonymousAddress
    /// Users end their own sessions by `validSince`.
    case revocationByUser
    /// Users delete their own address and password by `deleteAttribute`.
    case attributesByUser
    /// An address that was not verified can come back after a change.
    case recoveryOfUnverifiedAddress
    /// A sign-up with the token of a user who is not anonymous replaces the address and the password.
    case signUpReplacesPassword
    /// A sign-up ignores the URL of a picture, and everything if it is anonymous.
    case signUpIgnoresProfile
    /// To look up and to delete users, an administrator's credential comes before the token of a user.
    case administratorFirst
    /// A user with a password has a salt.
    case salt
    /// An empty page of a list is an empty list.
    case emptyPage
    /// A page has up to 1000 elements for each larger number, and all for -1. A full page has a token, also the last one.
    case pagesOfAnySize
    /// An update ignores names in its mask that the resource does not have.
    case unknownMaskNames
    /// A tenant has its ID beside the name of the resource.
    case tenantID
    /// The refresh token of a deleted user is invalid.
    case refreshTokenOfDeletedUser
    /// The parameters of reCAPTCHA have a token, too. They are of no use.
    case recaptchaParameters
    /// A sign-in by a link keeps the password and the sessions of a user whose address was not verified.
    case linkKeepsCredentials
    /// An update returns the tokens of the session if the app asks for them, and always after a new address.
    case tokensOfUpdates
    /// After a new password, the sign-in counts as one by password.
    case passwordSignsIn
    /// An account of a provider that the user has already is not linked again.
    case linksOnce
    /// A conflict names the user who has the address.
    case namesConflictingUser
    /// The address of a user at a provider stands for the user, and so does the screen name there.
    case providerProfile
    /// Administrators see hashes of passwords. An import accepts these, and `fakeHash:salt=S:password=P`.
    case fakeHashes
}

extension Set<EmulatorDifference> {
    /// The differences of a server.
    package static let none: Self = []
    /// The differences of an emulator.
    package static let all = Set(EmulatorDifference.allCases)
}
