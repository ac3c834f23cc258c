import ChildProcesses
import CurlTransport
import Foundation
import Glibc
import HTTPMessages
import HTTPTransport
import Testing

@Suite struct StalledLogTests {
    @Test func `A log that nobody reads stops no request`() async throws {
        // security M4: after 64 KiB every request hung.
        let directory = try TemporaryDirectory()
        let log = Pipe()
        let process = try ChildProcess(
            Program.path,
            ["serve", "--data", try directory.file("data"), "--port", "0"],
            in: directory,
            output: log
        )
        var read = ""
        while !read.contains(#""msg":"ready""#) {
            let more = log.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the server ended: \(process.errors)")
            read += String(decoding: more, as: UTF8.self)
        }
        let address = try #require(read.firstMatch(of: #/ready at (http\S+)/#)?.1)
        let url = try #require(URL(string: address + "/health/live"))
        let transport = CurlTransport()
        for _ in 0..<1_000 { #expect(try await transport.send(HTTPRequest(.get, url)).status == 200) }
        process.send(SIGTERM)
        #expect(await process.exitCode() == 0)
    }
}
