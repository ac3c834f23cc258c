import Foundation
import HTTPRouting
import HTTPServing
import Locks
import Testing

/// What a server has taken of the system is given back.
@Suite("Leaks")
struct LeakTests {
    private final class Witness: Sendable {
        let gone: Mutex<Int>
        init(_ gone: Int = 0) { self.gone = Mutex(gone) }
    }

    /// Open descriptors of this process, among them those of tests that run beside this one.
    private var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    private var threads: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { task in
                (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "http\n"
            }
        }
    }

    @Test func `Servers that have ended leave no descriptors and no threads`() async throws {
        let before = try descriptors
        for round in 0..<60 {
            try await withServer(loops: 3) { server in
                let client = try RawClient(port: server.port)
                try await client.send(
                    "GET / HTTP/1.1\r\nHost: a\r\n" + (round.isMultiple(of: 2) ? "\r\n" : "")
                )
                if round.isMultiple(of: 2) { #expect(try await client.response()?.status == 200) }
            }
        }
        // 60 × 3 loops had five descriptors each.
        let after = try descriptors
        #expect(after < before + 100)
        while try threads > 20 { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func `A responder is let go with its server`() async throws {
        weak var watched: Witness?
        do {
            let witness = Witness()
            watched = witness
            try await withServer(
                loops: 2,
                respond: { request in
                    witness.gone.withLock { $0 += 1 }
                    return await echo(request)
                }
            ) { server in
                let client = try RawClient(port: server.port)
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.response()?.status == 200)
            }
        }
        // The threads let go of it right after the server has ended.
        while watched != nil { try await Task.sleep(for: .milliseconds(5)) }
    }
}
