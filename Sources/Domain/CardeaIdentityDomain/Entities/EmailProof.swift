/// The proof of a user's address by a trusted provider: which account had it, and when.
///
/// It outlives the link of the account. If another account at the provider proves the address later, the address was
/// recycled.
package struct EmailProof: Sendable, Equatable {
    package let identity: ProviderSubject
    package let at: Timestamp

    package init(by identity: ProviderSubject, at: Timestamp) {
        self.identity = identity
        self.at = at
    }
}

extension FederatedIdentity {
    /// The proof of an address by the last sign-in, or by the link of an administrator.
    package func emailProof(of address: EmailAddress?) -> EmailProof? {
        vouches(for: address) ? EmailProof(by: id, at: lastSignedInAt ?? linkedAt) : nil
    }
}
