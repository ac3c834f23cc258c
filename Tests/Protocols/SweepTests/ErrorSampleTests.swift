import APITestSupport
import Testing

@Suite("The texts of errors")
struct ErrorSampleTests {
    @Test("an error that the log has is a sentence, not a value of Swift")
    func sentences() {
        let texts = ErrorSamples.store.map { "\($0)" } + ErrorSamples.directory.map { "\($0)" }
        for text in texts {
            #expect(text.contains(" ") && !text.contains("(\""), "\(text)")
            #expect(text.first?.isLowercase == true || text.contains(": "), "\(text)")
        }
    }
}
