import Testing

@testable import CardeaCurlTransport

struct CurlVersionTests {
    @Test(
        "streamed bodies use HTTP/2 only if libcurl can pause it",
        arguments: [
            (0x07_4E_00, false), (0x07_58_01, false), (0x08_01_02, false), (0x08_02_01, false),
            (0x08_03_00, true),
            (0x08_0E_01, true),
        ] as [(UInt32, Bool)]
    )
    func waits(number: UInt32, waits: Bool) {
        #expect(CurlVersion(number: number).waitsOverHTTP2 == waits)
    }
}
