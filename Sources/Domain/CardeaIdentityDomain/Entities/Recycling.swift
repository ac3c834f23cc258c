/// The event that a provider gave the address of a user to another person.
package struct Recycling: Sendable, Equatable {
    package let provider: ProviderID
    package let at: Timestamp

    package init(by provider: ProviderID, at: Timestamp) {
        self.provider = provider
        self.at = at
    }
}
