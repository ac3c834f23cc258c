/// A change to administrators' credentials.
package enum AdministratorTokenChange: Sendable, Equatable {
    case insert(AdministratorToken)
    /// Deletes a token. The transaction fails if the token is not there.
    case delete(id: String)
}

/// All administrators' tokens, oldest first.
package struct AdministratorTokensLookup: Lookup {
    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [AdministratorToken] {
        try reader.administratorTokens(self)
    }
}

extension Lookup where Self == AdministratorTokensLookup {
    package static var administratorTokens: Self { AdministratorTokensLookup() }
}

package protocol AdministratorTokenReader {
    func administratorTokens(_ lookup: AdministratorTokensLookup) throws(StoreError) -> [AdministratorToken]
}
