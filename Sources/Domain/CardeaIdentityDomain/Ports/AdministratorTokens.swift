/// A change to administrators' credentials.
package enum AdministratorTokenChange: Sendable, Equatable {
    case insert(AdministratorToken)
    /// Deletes a token. The transaction fails if the token is not there.
    case delete(id: String)
}

/// All administrators' tokens, oldest first.
package struct AdministratorTokensLookup: Lookup {
    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [AdministratorToken] {
        try reader.administratorTokens(self)
    }
}

extension Lookup where Self == AdministratorTokensLookup {
    package static var administratorTokens: Self { AdministratorTokensLookup() }
}

/// The administrators' token with a hash.
package struct AdministratorTokenLookup: Lookup {
    package let hash: [UInt8]

    package func read(from reader: some RowReader) throws(StoreError) -> AdministratorToken? {
        try reader.administratorToken(self)
    }
}

extension Lookup where Self == AdministratorTokenLookup {
    package static func administratorToken(hash: [UInt8]) -> Self { AdministratorTokenLookup(hash: hash) }
}

package protocol AdministratorTokenReader {
    func administratorToken(_ lookup: AdministratorTokenLookup) throws(StoreError) -> AdministratorToken?
    func administratorTokens(_ lookup: AdministratorTokensLookup) throws(StoreError) -> [AdministratorToken]
}
