@testable import CardeaCLI
import Testing

@Suite("The progress of a command")
struct ProgressLineTests {
    @Test(
        "a line has a bar, the count, the rate and the remaining time, as far as they are known",
        arguments: [
            (0.0, 0, 0, "[........................]   0 %  0"),
            (0.5, 1200, 3, "[############............]  50 %  1200  400/s  3 s left"),
            (0.01, 1000, 1, "[........................]   1 %  1000  1000/s  1 min 39 s left"),
            (0.001, nil, 10, "[........................]   0 %  2 h 46 min left"),
            (1.0, 10, 2, "[########################] 100 %  10  5/s"),
            (nil, 500, 2, "500  250/s"),
        ] as [(Double?, Int?, Int, String)]
    )
    func line(_ part: Double?, _ count: Int?, _ seconds: Int, _ text: String) {
        let line = ProgressLine(part: part, count: count, elapsed: .seconds(seconds))
        #expect(line.description == text)
    }
}
