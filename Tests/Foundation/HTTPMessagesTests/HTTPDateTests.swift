import Foundation
import CardeaHTTPMessages
import Testing

@Suite("Dates of HTTP fields")
struct HTTPDateTests {
    @Test(
        "reads all three forms (RFC 9110 §5.6.7)",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2028 23:59:60 GMT", 1_835_481_600),
            ("Fri, 15 Jan 2027 08:00:00 GMT", 1_800_000_000),
            ("Friday, 15-Jan-27 08:00:00 GMT", 1_800_000_000),
        ]
    )
    func date(text: String, seconds: Double) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "a text that is not a date has no value",
        arguments: [
            "", "now", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 0094 08:49:37 GMT", "Sun, 31 Feb 2027 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 CET",
            "Sunday, 06-Nov 08:49:37 GMT", "Sun Nov 6 1994 08:49:37", "Sun 6 Nov 08:49:37 1994",
        ]
    )
    func noDate(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    @Test("the sent form is written for every day of four centuries")
    func format() {
        #expect(
            HTTPDate.format(Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT"
        )
        #expect(HTTPDate.format(Date(timeIntervalSince1970: 0)) == "Thu, 01 Jan 1970 00:00:00 GMT")
        for day in 0..<146_097 {
            let date = Date(timeIntervalSince1970: Double(day * 86_400 + day % 86_400))
            if HTTPDate.parse(HTTPDate.format(date)) != date { Issue.record("day \(day)") }
        }
    }
}
