import CCardeaPostgreSQL
package import ChildProcesses
import Foundation

/// A PostgreSQL server in a temporary directory, which ends with the process of the tests.
///
/// It listens on a socket in the directory alone. Its commits are not forced to the disk.
package final class PostgreSQLServer: Sendable {
    /// The one server of most tests, each of which has a database of its own.
    package static let shared = Result { try PostgreSQLServer() }

    private static let programs = "/usr/lib/postgresql/15/bin"

    /// Starts a server, and stops it once its standard input ends.
    private static let script = """
        set -e
        cd "$1"
        user=
        if [ "$(id -u)" = 0 ]; then
            chown postgres: .
            # In some containers, root alone can write to /dev/null.
            user="setpriv --reuid=postgres --regid=postgres --clear-groups \
                --inh-caps=+dac_override --ambient-caps=+dac_override"
        fi
        $user "$0/initdb" -D data -U cardea --auth=trust --no-sync --encoding=UTF8 \
            --locale=C.UTF-8 --locale-provider=icu --icu-locale=en >initdb.log
        $user "$0/postgres" -D data -k "$1" -c listen_addresses= -c fsync=off -c max_connections=300 \
            -c shared_buffers=32MB -c deadlock_timeout=100ms -c autovacuum=off -c logging_collector=off \
            -c max_prepared_transactions=8 >server.log 2>&1 &
        cat
        kill -INT $!
        wait || true
        rm -rf "$1"
        """

    /// The directory of the socket.
    package let directory: TemporaryDirectory
    package let process: ChildProcess
    /// Open for as long as the server runs.
    private let keyboard: Pipe

    package init() throws {
        directory = try TemporaryDirectory()
        keyboard = Pipe()
        let arguments = ["-c", Self.script, Self.programs, directory.path]
        process = try ChildProcess("/bin/bash", arguments, in: directory, keyboard: keyboard)
        let start = ContinuousClock.now
        while !(isReady) {
            guard process.isRunning, start.duration(to: .now) < .seconds(60) else {
                throw Failure(reason: process.errors + text("initdb.log") + text("server.log"))
            }
            usleep(20_000)
        }
    }

    package struct Failure: Error {
        package let reason: String
    }

    /// The URL of a database.
    package func url(_ database: String) -> String {
        "postgresql:///\(database)?host=\(directory.path)&user=cardea"
    }

    /// The tests that may have a database open at a time: the server has a limit of connections.
    package let slots = Slots(12)

    /// Creates a database, if it does not exist.
    package func create(_ database: String) throws {
        let exists = try run("SELECT 1 FROM pg_database WHERE datname = '\(database)'", in: "postgres")
        if exists.isEmpty { try run("CREATE DATABASE \"\(database)\"", in: "postgres") }
    }

    package func drop(_ database: String) throws {
        try run("DROP DATABASE IF EXISTS \"\(database)\" WITH (FORCE)", in: "postgres")
    }

    /// Runs a statement on a connection of its own.
    ///
    /// - Returns: The rows, whose columns are separated by a bar.
    @discardableResult package func run(_ text: String, in database: String) throws -> [String] {
        let session = try PostgreSQLSession(url(database))
        return try session.run(text)
    }

    /// Ends the server; `process` ends when it has.
    package func stop() { try? keyboard.fileHandleForWriting.close() }

    private var isReady: Bool { (try? run("SELECT 1", in: "postgres")) != nil }

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: directory.path + "/" + name, encoding: .utf8)) ?? ""
    }
}

/// Bounds how many tasks do something at a time.
package actor Slots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ count: Int) { free = count }

    private func take() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    private func give() { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }

    /// Runs a body once a slot is free.
    package nonisolated func use<Value>(_ body: () async throws -> Value) async throws -> Value {
        await take()
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await give()
        return try result.get()
    }
}

/// A connection of a test, beside those of the driver; one task uses it at a time.
@safe package final class PostgreSQLSession: @unchecked Sendable {
    private let handle: OpaquePointer

    package init(_ url: String) throws {
        guard let handle = unsafe PQconnectdb(url) else {
            throw PostgreSQLServer.Failure(reason: "no memory")
        }
        unsafe self.handle = handle
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            throw unsafe PostgreSQLServer.Failure(reason: String(cString: PQerrorMessage(handle)))
        }
        unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { unsafe PQfinish(handle) }

    /// Runs statements.
    ///
    /// - Returns: The rows of the last one, whose columns are separated by a bar.
    @discardableResult package func run(_ text: String) throws -> [String] {
        let result = unsafe PQexec(handle, text)
        defer { unsafe PQclear(result) }
        guard unsafe [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw unsafe PostgreSQLServer.Failure(reason: String(cString: PQerrorMessage(handle)))
        }
        return unsafe (0..<PQntuples(result)).map { row in
            unsafe (0..<PQnfields(result)).map { column in
                unsafe String(cString: PQgetvalue(result, row, column))
            }
            .joined(separator: "|")
        }
    }
}
