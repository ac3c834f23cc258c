internal import CCardeaSQLite
internal import CardeaSQLCore

extension SQLiteConnection {
    /// Checks the pages of the database, for a limited time.
    ///
    /// - Throws: `damaged` if a page is damaged.
    func quickCheck(within limit: Duration) throws(SQLError) -> Recovery {
        let start = ContinuousClock.now
        let check = SQLQuery(SQLStatement("PRAGMA quick_check(1)", isReused: false))
        let rows = try interrupting(after: limit) { () throws(SQLError) in try self.rows(check) }
        let time = start.duration(to: .now)
        guard var row = rows?.first?.cursor else { return Recovery(isWhole: false, time: time) }
        let result = try row.text()
        guard result == "ok" else { throw .damaged(result) }
        return Recovery(isWhole: true, time: time)
    }

    /// Runs statements for a limited time.
    ///
    /// - Returns: `nil` when the time was over.
    private func interrupting<Value>(
        after limit: Duration,
        _ body: () throws(SQLError) -> Value
    ) throws(SQLError) -> Value? {
        var deadline = ContinuousClock.now + limit
        return try unsafe withUnsafeMutablePointer(to: &deadline) { deadline throws(SQLError) -> Value? in
            // Asked after every so many instructions of SQLite's virtual machine: some 0.1 ms.
            unsafe sqlite3_progress_handler(
                handle,
                1000,
                { unsafe $0?.load(as: ContinuousClock.Instant.self) ?? .now < .now ? 1 : 0 },
                deadline
            )
            defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
            do throws(SQLError) {
                return try body()
            } catch {
                guard unsafe ContinuousClock.now > deadline.pointee, case .unavailable = error else {
                    throw error
                }
                return nil
            }
        }
    }
}
