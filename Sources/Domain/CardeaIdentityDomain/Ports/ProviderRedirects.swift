/// A change to sign-ins by redirect.
package enum ProviderRedirectChange: Sendable, Equatable {
    /// Adds a redirect, and deletes some that expired before a moment.
    case insert(ProviderRedirect, now: Timestamp)
    /// Replaces step, hashes and sealed data. The transaction fails unless the redirect is at a step.
    case update(ProviderRedirect, from: ProviderRedirect.Step)
    /// Deletes a redirect. The transaction fails if it is absent.
    case delete(stateHash: [UInt8])
}

/// The redirect of a state.
package struct ProviderRedirectLookup: Lookup {
    /// As in `ProviderRedirect`.
    package let stateHash: [UInt8]

    package func read(from reader: some RowReader) throws(StoreError) -> ProviderRedirect? {
        try reader.providerRedirect(self)
    }
}

extension Lookup where Self == ProviderRedirectLookup {
    package static func providerRedirect(_ stateHash: [UInt8]) -> Self {
        ProviderRedirectLookup(stateHash: stateHash)
    }
}

package protocol ProviderRedirectReader {
    func providerRedirect(_ lookup: ProviderRedirectLookup) throws(StoreError) -> ProviderRedirect?
}
