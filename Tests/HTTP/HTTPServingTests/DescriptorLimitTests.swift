import Testing

@testable import CardeaHTTPServing

@Suite("DescriptorLimit")
struct DescriptorLimitTests {
    @Test(
        "connections share the descriptors with the rest of the server",
        arguments: [
            (8192, 1 << 20, 8192), (8192, 1024, 896), (100, 1024, 100), (8192, 256, 128), (8192, 64, 32),
            (8192, 128, 64),
        ]
    )
    func connectionsShareDescriptors(
        connections: Int,
        limit: Int,
        fitting: Int
    ) {
        #expect(DescriptorLimit.fitting(connections, below: limit) == fitting)
    }
}
