import Foundation

// The declarations of AsyncHTTPClient, and of NIO, that its adapter meets: the project fetches no packages, and
// compiles and tries the adapter against these. `HTTPClient` sends by a closure.

struct HTTPClientRequest: Sendable {
    enum Method: Sendable, Equatable { case RAW(value: String) }
    enum Body: Sendable, Equatable { case bytes(Data) }

    let url: String
    var method = Method.RAW(value: "GET")
    var headers = HTTPHeaders()
    var body: Body?

    init(url: String) { self.url = url }
}

struct HTTPHeaders: Sendable, Sequence {
    var pairs: [(name: String, value: String)] = []

    mutating func add(name: String, value: String) { pairs.append((name, value)) }
    func makeIterator() -> IndexingIterator<[(name: String, value: String)]> { pairs.makeIterator() }
}

struct HTTPClientResponse: Sendable {
    struct Status: Sendable { let code: UInt }

    struct Body: Sendable {
        let bytes: Data
        func collect(upTo limit: Int) async throws -> ByteBuffer { ByteBuffer(readableBytesView: bytes) }
    }

    let status: Status
    var headers = HTTPHeaders()
    let body: Body
}

struct ByteBuffer: Sendable { let readableBytesView: Data }

struct TimeAmount: Sendable {
    static func seconds(_ amount: Int64) -> TimeAmount { TimeAmount() }
}

struct HTTPClientError: Error, Equatable {
    static let connectTimeout = Self()
}

struct HTTPClient: Sendable {
    let send: @Sendable (HTTPClientRequest) throws -> HTTPClientResponse

    func execute(_ request: HTTPClientRequest, timeout: TimeAmount) async throws -> HTTPClientResponse {
        try send(request)
    }
}
