import Foundation
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaHTTPServing
import RequestCorpus
import Testing
import TransportTestSupport

/// Hostile input is read as the reference reader reads it: the same requests, the same end, nothing besides.
@Suite("Corpus")
struct CorpusTests {
    /// Follows each input; a handler that sees it where the reference reader does not has been tricked.
    private static let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"

    private static let limits = HTTPLimits()
    private static let seconds =
        ProcessInfo.processInfo.environment["CARDEA_SOAK_SECONDS"].flatMap(Int.init) ?? 0

    @Test("each hostile request is read as the RFC demands (security 22)", arguments: HostileRequests.all)
    func handWritten(entry: HostileRequests.Entry) async throws {
        try await withServer(limits: Self.limits, responder: Describer()) { server in
            try await expectReading(of: entry.bytes, by: server)
        }
    }

    @Test("each randomly changed request is read as the RFC demands (security 22)", arguments: 1...8)
    func mutated(seed: UInt64) async throws {
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var mutator = Mutator(seed: seed)
        try await withServer(loops: 2, limits: Self.limits, responder: Describer()) { server in
            repeat {
                for _ in 0..<400 { try await expectReading(of: mutator.next(), by: server) }
            } while ContinuousClock.now < end
        }
    }

    /// Sends an input as all that a client ever sends, and compares what the server makes of it.
    private func expectReading(of input: [UInt8], by server: HTTPServer) async throws {
        let bytes = input + Self.next.utf8
        let reading = ReferenceReader.read(bytes, ReferenceReader.Limits(Self.limits))
        let client = try RawClient(port: server.port)
        await #expect(throws: Never.self, "\(escaped(input))") {
            try await client.send(bytes)
            client.finishSending()
            for request in reading.requests {
                let response = try await client.finalResponse(hasBody: request.method != "HEAD")
                #expect(response?.status == 200, "\(escaped(input))")
                if request.method != "HEAD" {
                    #expect(response?.body == Self.describe(request) + "\n", "\(escaped(input))")
                }
            }
            let rest = try await client.rest()
            switch reading.ending {
            case .open, .closed: #expect(rest == "", "\(escaped(input))")
            case .unfinished: #expect(rest == "" || isRejection(rest), "\(escaped(input)): \(rest)")
            case .rejected: #expect(isRejection(rest), "\(escaped(input)): \(rest)")
            }
        }
    }

    /// Whether bytes are one response that rejects a request and ends the connection; it has no body after HEAD.
    private func isRejection(_ bytes: String) -> Bool {
        let responses = bytes.split(separator: #/HTTP/1\.1 (?=\d{3} )/#).filter { !$0.hasPrefix("100 ") }
        return responses.count == 1 && responses[0].prefixMatch(of: #/[45]\d\d /#) != nil
            && responses[0].lowercased().contains("\r\nconnection: close\r\n")
    }

    /// Describes each request as a handler sees it, also one whose target no operation takes.
    private struct Describer: Responder {
        func handle(_ request: CardeaHTTPRouting.Request) -> FutureResponse {
            if let error = request.error, ![.malformedTarget, .repeatedName].contains(error) {
                return .ready(.text(error.reason, status: error.status))
            }
            return .pending { .text(CorpusTests.describe(Reading.Request(request))) }
        }
    }

    fileprivate static func describe(_ request: Reading.Request) -> String {
        let fields = request.fields.map { "\($0.name): \(Array($0.value.utf8))" }
        return "\(request.method) \(request.target) \(fields) \(request.body)"
    }
}
