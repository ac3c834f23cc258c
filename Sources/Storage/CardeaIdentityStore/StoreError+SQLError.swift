internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension StoreError {
    /// The meaning of an error of the database for a use case.
    init(_ error: SQLError) {
        switch error {
        case .notUnique(let table, let columns):
            // Own texts.
            let key = Schema.uniqueKeys[table]?.first { $0.columns == columns }
            self = key?.name.map(StoreError.taken) ?? .conflict
        case .unexpectedCount, .constraint:
            self = .conflict
        case .invalidText:
            self = .invalidText
        case .overloaded:
            self = .overloaded
        case .unwritable(let reason):
            self = .unwritable(reason)
        case .damaged(let reason):
            self = .damaged(reason)
        case .newerSchema(let names):
            self = .unavailable(
                """
                A newer program has written the database. Use that program, or a newer one. Migrations that this \
                program does not know: \(names.joined(separator: ", ")).
                """
            )
        case .foreignSchema:
            self = .unavailable(
                """
                the database was lost, or is that of another program: name another database or directory, or restore \
                a backup
                """
            )
        case .unknownOutcome: self = .unavailable("\(error)")
        case .invalidStatement(let reason):
            self = .unavailable(
                "it rejects a statement: \(reason). Check its tables (cardea check) and the rights of its user"
            )
        case .inUse(let reason), .unavailable(let reason): self = .unavailable(reason)
        }
    }
}

extension SQLError {
    /// An error of a look-up, as a driver has to see it.
    init(_ error: StoreError) {
        switch error {
        case .taken(let name): self = .constraint("\(name)")
        case .conflict: self = .unexpectedCount
        case .invalidText: self = .invalidText("")
        case .overloaded: self = .overloaded
        case .unwritable(let reason): self = .unwritable(reason)
        case .damaged(let reason): self = .damaged(reason)
        case .unavailable(let reason): self = .unavailable(reason)
        }
    }
}
