/// A change to service accounts.
package enum ServiceAccountChange: Sendable, Equatable {
    /// Adds a service account with its keys. The transaction fails if the name is in use.
    case insert(ServiceAccount)
    case setDisabled(ServiceAccountID, Bool)
    case insertKey(ServiceAccountKey, of: ServiceAccountID)
    /// Deletes a key. The transaction fails if the key is not there.
    case deleteKey(String, of: ServiceAccountID)
    /// Deletes a service account with its keys. The transaction fails if it does not exist.
    case delete(ServiceAccountID)
    /// Records an assertion, and deletes some that expired before a moment.
    case recordAssertion(UsedAssertion, now: Timestamp)
}

/// A service account with its keys.
package struct ServiceAccountLookup: Lookup {
    package let id: ServiceAccountID

    package func read(from reader: some RowReader) throws(StoreError) -> ServiceAccount? {
        try reader.serviceAccount(self)
    }
}

extension Lookup where Self == ServiceAccountLookup {
    package static func serviceAccount(_ id: ServiceAccountID) -> Self { ServiceAccountLookup(id: id) }
}

/// The service accounts of a project with their keys, by name.
package struct ServiceAccountsLookup: Lookup {
    package let project: ProjectID

    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [ServiceAccount] {
        try reader.serviceAccounts(self)
    }
}

extension Lookup where Self == ServiceAccountsLookup {
    package static func serviceAccounts(of project: ProjectID) -> Self {
        ServiceAccountsLookup(project: project)
    }
}

/// Whether an assertion was used.
package struct UsedAssertionLookup: Lookup {
    /// As in `UsedAssertion`.
    package let hash: [UInt8]

    package func read(from reader: some RowReader) throws(StoreError) -> Bool {
        try reader.isUsedAssertion(self)
    }
}

extension Lookup where Self == UsedAssertionLookup {
    package static func isUsedAssertion(_ hash: [UInt8]) -> Self { UsedAssertionLookup(hash: hash) }
}

package protocol ServiceAccountReader {
    func serviceAccount(_ lookup: ServiceAccountLookup) throws(StoreError) -> ServiceAccount?
    func serviceAccounts(_ lookup: ServiceAccountsLookup) throws(StoreError) -> [ServiceAccount]
    func isUsedAssertion(_ lookup: UsedAssertionLookup) throws(StoreError) -> Bool
}
