import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaSQLCore
import CardeaSQLiteDriver

/// The result of a check of a server's data.
package struct DataCheck: Codable, Sendable, Equatable {
    /// One line for each problem; none when the data can be used.
    package private(set) var problems: [String] = []
    /// The version of the database's tables; `nil` when it cannot be read.
    package private(set) var schemaVersion: Int?
    /// The number of keys that opened under the master key.
    package private(set) var keys = 0
    /// The number of keys that are stored.
    private var sealedKeys = 0

    private enum CodingKeys: CodingKey { case problems, schemaVersion, keys }

    package var isSound: Bool { problems.isEmpty }

    /// The problem of a database without tables.
    static let withoutTables =
        "the database was lost: it has no tables of Cardea. Restore a backup (cardea restore)"

    /// Checks a data directory, with or without a running server; it changes nothing.
    ///
    /// - Throws: `StartError` if there is no data.
    package static func run(
        _ configuration: CardeaServer.Configuration
    ) async throws(CardeaServer.StartError) -> DataCheck {
        let directory = DataDirectory(configuration)
        var check = DataCheck()
        do {
            try directory.requireData()
        } catch {
            guard error.code == .damaged else { throw error }
            check.problems.append(error.description)
            return check
        }
        let file = directory.masterKeyPath
        var masterKey: [UInt8]?
        do {
            masterKey = try DataDirectory.masterKey(in: file)
            if masterKey == nil { check.problems.append("\(file): the master key is missing") }
        } catch {
            check.problems.append(error.description)
        }
        let place = StoragePlace(configuration)
        let opened = Result { () throws(SQLError) in try place.openForReading() }
        // A server that does not respond is not damaged.
        if case .server = place, case .failure(let error) = opened { throw CardeaServer.StartError(error) }
        await check.look(at: opened.get, masterKey)
        if !directory.holdsDatabase, check.schemaVersion == 0 {
            try directory.checkSchema(version: 0)
            throw CardeaServer.StartError.withoutData
        }
        return check
    }

    /// Checks a database, and its keys if there is a master key.
    ///
    /// - Parameters:
    ///   - storage: Opens the database.
    ///   - masterKey: The key that seals the others; `nil` if it is lost.
    ///   - isWhole: Whether every page is read, and tables are required; otherwise only what a server reads at its start.
    /// - Returns: The findings.
    static func run(
        _ storage: @autoclosure () throws(SQLError) -> any Storage,
        masterKey: [UInt8]?,
        isWhole: Bool = true
    ) async -> DataCheck {
        var check = DataCheck()
        await check.look(at: storage, masterKey, isWhole: isWhole)
        return check
    }

    /// The problems, and that the master key is missing, if its file is given.
    func startProblems(masterKeyFile: String?) -> [String] {
        let missing = masterKeyFile.map {
            "\($0) is missing, but the keys in the database are encrypted under it: put it back from a copy, "
                + "or set masterKeyFile"
        }
        return problems + (sealedKeys > 0 ? [missing].compactMap(\.self) : [])
    }

    /// The parts of the schema that this program needs, and that a database lacks.
    ///
    /// A restore that ended early leaves a database without its unique indexes.
    static func missingParts(in store: SQLIdentityStore) async throws -> [String] {
        let model = SQLIdentityStore(try SQLiteDatabase.open(.memory))
        do {
            try await model.migrate()
            let missing = try await store.missingParts(of: model)
            await model.close()
            return missing
        } catch {
            await model.close()
            throw error
        }
    }

    private mutating func look(
        at open: () throws(SQLError) -> any Storage,
        _ masterKey: [UInt8]?,
        isWhole: Bool = true
    ) async {
        do {
            let storage = try open()
            do {
                try await look(through: storage, masterKey, isWhole: isWhole)
                await storage.database.close()
            } catch {
                await storage.database.close()
                throw error
            }
        } catch {
            problems.append(CardeaServer.StartError(describing: error).description)
        }
    }

    private mutating func look(
        through storage: any Storage,
        _ masterKey: [UInt8]?,
        isWhole: Bool
    ) async throws {
        let store = SQLIdentityStore(storage.database)
        let version = try await storage.database.schemaVersion
        schemaVersion = version
        let schema = await store.schemaState()
        if case .unknown(let problem) = schema { problems.append(problem) }
        if isWhole { problems += try await storage.damage().map { "the database is damaged: \($0)" } }
        if version == 0 || schema == .older { problems += try await storage.migrationProblems() }
        guard version > 0 else {
            // A start that was cut short leaves no tables: the next start makes them.
            if isWhole, isSound { problems.append(Self.withoutTables) }
            return
        }
        switch schema {
        case .unknown: return
        case .older: break
        case .current:
            problems += try await Self.missingParts(in: store).map {
                "the database is damaged: it lacks \($0)"
            }
            guard isSound else { return }
            _ = try await store.read(.projects, .administratorTokens)
        }
        let sealed = try await store.read(.sealedKeys).filter { $0.retiredAt == nil }
        sealedKeys = sealed.count
        guard let masterKey else { return }
        let unusable = SealedKeyCheck.unusable(sealed, masterKey: masterKey)
        keys = sealed.count - unusable.count
        problems += unusable.map { key in
            "the \(key.use.rawValue) key \(key.id) does not open under this master key"
        }
    }
}
