/// The reason why a provider's credential did not sign in or was not linked, with what the app needs to continue.
public struct ProviderConflict: Sendable, Hashable {
    /// The address that a user has already.
    public let email: String?
    /// The providers by which that user signs in, as far as the server returns them.
    public let providerIDs: [String]
    /// The credential to continue with; `nil` if the server keeps none.
    ///
    /// - `accountExistsWithDifferentCredential`: sign in by another of the user's providers, then link this.
    /// - `credentialAlreadyInUse`: sign in with this as the other user.
    public let credential: ProviderCredential?
}

extension ProviderConflict: CustomStringConvertible, CustomReflectable {
    /// The providers; no address.
    public var description: String { "ProviderConflict(\(providerIDs.joined(separator: ", ")))" }
    /// Shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["providerIDs": providerIDs]) }
}
