import Foundation
import CardeaHTTPTransport
import Testing

struct ArrivingBodyTests {
    @Test("a writer that continues is paused once, and continues after one resumption")
    func rest() async throws {
        let body = ArrivingBody()
        var rests = 0
        for _ in 0..<3 {
            for _ in 0..<10 {
                body.receive(Data(repeating: 1, count: 64 << 10))
                _ = body.hasSpace { rests += 1 }
            }
            #expect(rests == 1)
            let piece = try await body.read { rests -= 1 }.get()
            #expect(rests == 0 && piece?.count == 640 << 10)
        }
    }
}
