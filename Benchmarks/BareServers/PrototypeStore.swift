import CCardeaSQLite
import CardeaLocks
import Dispatch
import Glibc

/// Sessions in SQLite, with one writer that commits all that waits at once.
///
/// Its statements belong to the thread of
/// `run`: hence `@unchecked Sendable`.
@safe
final class PrototypeStore: @unchecked Sendable {
    struct Job: Sendable {
        let token: [UInt8]
        let time: Int64
        let socket: Int32
        let loop: PrototypeLoop
    }

    private let waiting = Mutex<[Job]>([])
    private let wake = DispatchSemaphore(value: 0)
    private let hasher: PrototypeSigner
    private var database: OpaquePointer?
    private var begin, commit, select, update: OpaquePointer?

    init(path: String, sessions: Int) throws {
        hasher = try PrototypeSigner(nil)
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard unsafe sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else {
            throw BenchmarkError("no database")
        }
        try execute(
            """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; BEGIN;
            CREATE TABLE session(id BLOB PRIMARY KEY, user_id INTEGER NOT NULL, hash BLOB NOT NULL,
              generation INTEGER NOT NULL, used_at INTEGER NOT NULL) WITHOUT ROWID, STRICT
            """
        )
        let insert = unsafe try statement("INSERT INTO session VALUES(?, ?, ?, 0, 0)")
        for session in 0..<sessions {
            let token = RefreshPrototype.bytes(session)
            unsafe bind(insert, 1, token[..<16])
            unsafe sqlite3_bind_int64(insert, 2, Int64(session))
            unsafe bind(insert, 3, hasher.hash(token[...])[...])
            _ = unsafe step(insert)
        }
        unsafe sqlite3_finalize(insert)
        try execute("COMMIT")
        unsafe begin = try statement("BEGIN IMMEDIATE")
        unsafe commit = try statement("COMMIT")
        unsafe select = try statement("SELECT user_id, hash FROM session WHERE id = ?")
        unsafe update = try statement(
            "UPDATE session SET hash = ?, generation = generation + 1, used_at = ? WHERE id = ?"
        )
    }

    /// Adds a refresh, whose outcome its loop is told when it is on the disk.
    func rotate(_ job: Job) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(job)
            return waiting.count == 1
        }
        if isFirst { wake.signal() }
    }

    /// Works for ever.
    func run() {
        while true {
            wake.wait()
            let jobs = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            guard !jobs.isEmpty else { continue }
            _ = unsafe step(begin)
            let outcomes = jobs.map(rotated)
            let isDurable = unsafe step(commit) == SQLITE_DONE
            for (job, outcome) in zip(jobs, outcomes) {
                job.loop.finish(job.socket, isDurable ? outcome : .rejected)
            }
        }
    }

    private func rotated(_ job: Job) -> PrototypeOutcome {
        unsafe bind(select, 1, job.token[..<16])
        guard unsafe sqlite3_step(select) == SQLITE_ROW else {
            unsafe sqlite3_reset(select)
            return .rejected
        }
        let user = unsafe sqlite3_column_int64(select, 0)
        let stored = unsafe Array(
            UnsafeRawBufferPointer(
                start: sqlite3_column_blob(select, 1),
                count: Int(sqlite3_column_bytes(select, 1))
            )
        )
        unsafe sqlite3_reset(select)
        guard stored == hasher.hash(job.token[...]) else { return .rejected }
        var token = job.token
        unsafe token.withUnsafeMutableBytes { bytes in
            _ = unsafe getentropy(bytes.baseAddress.map { unsafe $0 + 16 }, 32)
        }
        unsafe bind(update, 1, hasher.hash(token[...])[...])
        unsafe sqlite3_bind_int64(update, 2, job.time)
        unsafe bind(update, 3, token[..<16])
        return unsafe step(update) == SQLITE_DONE ? .rotated(user: user, token: token) : .rejected
    }

    private func execute(_ text: String) throws {
        guard unsafe sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else {
            throw BenchmarkError("the database does not do: \(text)")
        }
    }

    private func statement(_ text: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK else {
            throw BenchmarkError("no statement: \(text)")
        }
        return unsafe statement
    }

    private func bind(_ statement: OpaquePointer?, _ index: Int32, _ bytes: ArraySlice<UInt8>) {
        // SQLITE_TRANSIENT: SQLite copies the bytes.
        let copies = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        unsafe bytes.withUnsafeBytes { bytes in
            _ = unsafe sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), copies)
        }
    }

    private func step(_ statement: OpaquePointer?) -> Int32 {
        defer { unsafe sqlite3_reset(statement) }
        return unsafe sqlite3_step(statement)
    }
}
