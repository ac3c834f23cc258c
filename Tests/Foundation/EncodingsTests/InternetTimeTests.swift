import CardeaEncodings
import Testing

@Suite("Moments as RFC 3339 writes them")
struct InternetTimeTests {
    @Test(
        "a moment is read with any offset and fraction",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.9Z", -100),
            ("2026-01-02T03:04:05.678901Z", 1_767_323_045_678), ("2026-01-02t03:04:05z", 1_767_323_045_000),
            ("2026-01-02T04:34:05+01:30", 1_767_323_045_000),
            ("2026-01-01T22:04:05-05:00", 1_767_323_045_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
        ]
    )
    func reading(text: String, milliseconds: Int) {
        #expect(InternetTime.milliseconds(text) == milliseconds)
    }

    @Test(
        "other text is not a moment",
        arguments: [
            "", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04Z", "2026-1-2T03:04:05Z",
            "2026-02-29T00:00:00Z", "2026-01-02T24:00:00Z", "2026-01-02T03:04:05.Z",
            "2026-01-02T03:04:05+1:00",
            "2026-01-02T03:04:05+01:60", "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05Z ",
            "+026-01-02T03:04:05Z",
            "２０２６-01-02T03:04:05Z",
        ]
    )
    func others(text: String) {
        #expect(InternetTime.milliseconds(text) == nil)
    }

    @Test(
        "a moment that is written is read back",
        arguments: [0, 1, -1, 1_767_323_045_678, -62_167_219_200_000, 253_402_300_799_999]
    )
    func back(milliseconds: Int) {
        #expect(InternetTime.milliseconds(InternetTime.text(milliseconds: milliseconds)) == milliseconds)
    }

    @Test(
        "a moment to the second has no fraction, and one beyond the calendar becomes the nearest in it",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_767_323_045, "2026-01-02T03:04:05Z"),
            (.max, "9999-12-31T23:59:59Z"),
            (.min, "0000-01-01T00:00:00Z"),
        ]
    )
    func seconds(seconds: Int, text: String) {
        #expect(InternetTime.text(seconds: seconds) == text)
    }
}
