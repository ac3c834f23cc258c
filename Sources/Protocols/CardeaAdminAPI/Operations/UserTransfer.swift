import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// Users in bulk: one JSON object in each line.
extension AdminOperation {
    private static func users(_ verb: String) -> [String] {
        ["/projects/{project}/users:\(verb)", "/projects/{project}/tenants/{tenant}/users:\(verb)"]
    }

    /// Imports the lines of the body; a line that is wrong is named by its position.
    static var importUsers: Self {
        Operation(
            "users.import",
            "Creates users with their password hashes. An invalid line does not reject the others.",
            paths: forms(users("import")),
            by: [.operator],
            lines: 1000,
            errors: [AdminError.Code.notFound.errorCode]
        ) { (call, message: UserImportRequest, lines: [Result<UserLine, FieldError>]) in
            var outcome = UserImportMessage()
            outcome.dryRun = message.dryRun ?? false
            var records: [(position: Int, record: UserRecord)] = []
            for (position, line) in lines.enumerated() {
                do throws(FieldError) {
                    records.append((position, try line.get().record))
                } catch {
                    outcome.errors.append(
                        .init(position: position, message: AdminError(error, in: "line").message)
                    )
                }
            }
            let results = try await call.services.userImport.add(
                records.map(\.record),
                to: try call.pool,
                followsTenants: true,
                existing: message.existing ?? .skip,
                isDryRun: outcome.dryRun,
                by: call.actor
            )
            for (result, item) in zip(results, records) {
                outcome.add(result, at: item.position)
            }
            outcome.errors.sort { $0.position < $1.position }
            return outcome
        }
    }

    static var exportUsers: Self {
        Operation(
            "users.export",
            "Returns users with their password hashes, ordered by ID.",
            paths: forms(users("export")),
            by: [.operator],
            errors: [AdminError.Code.notFound.errorCode]
        ) { (call, message: UserExportRequest) in
            let (export, pool) = (call.services.userExport, try call.pool)
            let after = message.after.map(UserID.init(rawValue:))
            let pageSize = Int(message.limit ?? 500)
            // An error of the first page has a status.
            let first = try await export.page(of: pool, after: after, limit: pageSize)
            guard message.limit == nil, first.count == pageSize else {
                return OutputLines(first.map(UserLine.init))
            }
            return OutputLines(first.map(UserLine.init)) { write in
                var last = first.last?.id
                while let id = last {
                    let after = UserID(rawValue: id)
                    let page = try await export.page(of: pool, after: after, limit: pageSize)
                    try await write(page.map(UserLine.init))
                    last = page.count == pageSize ? page.last?.id : nil
                }
            }
        }
    }

    static var countUsers: Self {
        Operation("users.count", "Returns the number of users.", .get, users("count"), errors: [.notFound]) {
            (call, _: NoInput) in
            UserCountMessage(users: try await call.services.userExport.count(of: try call.pool))
        }
    }
}

extension UserImport.ExistingUsers: WireEnum {}

struct UserImportRequest: InputMessage {
    var existing: UserImport.ExistingUsers?
    var dryRun: Bool?

    static let inputFields = InputTable<Self> {
        InputField(\.existing, "What to do with a user whose ID exists; defaults to skip.")
        InputField(\.dryRun, "Whether the users are checked and not created.")
    }
}

struct UserExportRequest: InputMessage {
    var after: String?
    var limit: Int64?

    static let inputFields = InputTable<Self> {
        InputField(\.after, .bytes(1024), "The last ID that the caller has; the users after it follow.")
        InputField(
            \.limit,
            1...1000,
            "Largest number of users; defaults to all, which are sent as they are read."
        )
    }
}

extension UserImportMessage {
    fileprivate mutating func add(_ outcome: UserImport.Outcome, at position: Int) {
        switch outcome {
        case .created: created += 1
        case .replaced: replaced += 1
        case .skipped: skipped += 1
        case .rejected(let error):
            errors.append(Failure(position: position, message: error.description))
            return
        }
    }
}
