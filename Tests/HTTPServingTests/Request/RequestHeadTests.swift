import HTTPMessages
import HTTPRouting
import Testing

@testable import HTTPServing

/// The strict reading of a head that the library has cut up.
@Suite("RequestHead")
struct RequestHeadTests {
    /// Does to a head what the library does: the cuts of the request line, of each field and of each line are NUL.
    private func read(_ head: String, targetLength: Int = 1, fieldCount: Int = 10) throws -> RequestHead {
        try read(Array(head.replacing("¦", with: "\0").utf8), targetLength, fieldCount)
    }

    private func read(_ bytes: [UInt8], _ targetLength: Int, _ fieldCount: Int) throws -> RequestHead {
        try unsafe bytes.withUnsafeBytes { (block) throws -> RequestHead in
            unsafe try RequestHead(block, targetLength: targetLength, fieldCount: fieldCount)
        }
    }

    @Test func `A head is a method, a target, a version and fields`() throws {
        let head = try read(
            "POST¦/abc¦HTTP/1.1¦¦Host¦ a:80¦¦X-Ab¦\t b c \t¦¦Content-Length¦3¦¦¦¦",
            targetLength: 4
        )
        #expect(head.method == .post)
        #expect(head.fields == ["host": "a:80", "x-ab": "b c", "content-length": "3"])
        #expect(head.body == .length(3))
    }

    @Test func `Chunks are told from a length`() throws {
        #expect(try read("GET¦/¦HTTP/1.1¦¦Host¦a¦¦Transfer-Encoding¦chunked¦¦¦¦").body == .chunked)
        #expect(try read("GET¦/¦HTTP/1.1¦¦Host¦a¦¦¦¦").body == .length(0))
        #expect(try read("GET¦/¦HTTP/1.0¦¦¦¦").body == .length(0))
    }

    @Test(arguments: [
        "", "¦", "¦¦", "GET", "GET¦", "GET¦/", "GET¦/¦", "GET¦/¦HTTP/1.1", "GET¦/¦HTTP/1.1¦",
        "GET¦/¦HTTP/1.1¦¦",
        "GET¦/¦HTTP/1.1¦¦¦", "GET¦/¦HTTP/1.1¦¦Host", "GET¦/¦HTTP/1.1¦¦Host¦", "GET¦/¦HTTP/1.1¦¦Host¦a",
        "GET¦/¦HTTP/1.1¦¦Host¦a¦", "GET¦/¦HTTP/1.1¦¦Host¦a¦¦", "GET¦/¦HTTP/1.1¦¦Host¦a¦¦¦",
        "GET¦/¦HTTP/1.1¦¦Host¦a¦¦¦¦¦", "GET¦/¦HTTP/1.1¦¦Host¦a¦¦¦¦x", "GET¦//¦HTTP/1.1¦¦Host¦a¦¦¦¦",
        "GET¦¦/¦HTTP/1.1¦¦Host¦a¦¦¦¦", "G¦T¦/¦HTTP/1.1¦¦Host¦a¦¦¦¦", "GET¦/¦HTTP/1.1¦Host¦a¦¦¦¦",
        "GET¦/¦HTTP/1.1¦¦Host¦a¦X¦b¦¦¦¦", "GET¦/¦HTTP/1.1¦¦Host¦a\rX¦¦¦¦", "GET¦/¦HTTP/1.1¦¦Host¦a¦¦ X¦b¦¦¦¦",
        "GET¦/¦HTTP/1.1¦¦Host¦a¦¦X ¦b¦¦¦¦", "GET¦/¦HTTP/1.1¦¦Host¦a¦¦¦b¦¦¦¦",
    ])
    func `What is cut elsewhere is malformed`(head: String) {
        #expect { _ = try read(head) } throws: { ($0 as? Refusal)?.status == 400 }
    }

    @Test func `The number of fields is limited`() throws {
        let head = "GET¦/¦HTTP/1.1¦¦Host¦a¦¦X¦b¦¦¦¦"
        #expect(try read(head, fieldCount: 2).fields.count == 2)
        #expect(throws: Refusal.headTooLarge) { try read(head, fieldCount: 1) }
    }

    @Test func `Nothing is read beyond the block, whatever it holds`() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("GET¦/ HTTP/1.1:aA\t\r\n,0".replacing("¦", with: "\0").utf8)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            _ = try? read(bytes, Int.random(in: 0..<70, using: &random), 10)
        }
    }
}
