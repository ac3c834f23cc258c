import Foundation

// The declarations of AsyncHTTPClient, and of NIO, that its adapter meets: the project fetches no packages, and
// compiles and tries the adapter against these. `HTTPClient` sends by a closure.

struct HTTPClientRequest: Sendable {
    enum Method: Sendable, Equatable { case RAW(value: String) }

    struct Body: Sendable {
        enum Length: Sendable, Equatable {
            case unknown
            case known(Int64)
        }

        let length: Length
        let pieces: @Sendable () async throws -> [Data]

        static func bytes(_ bytes: Data) -> Self {
            Self(length: .known(Int64(bytes.count))) { [bytes] }
        }

        static func stream<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes, length: Length) -> Self
        where Bytes.Element == ByteBuffer {
            Self(length: length) {
                try await bytes.reduce(into: []) { $0.append($1.readableBytesView) }
            }
        }
    }

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

    struct Body: Sendable, AsyncSequence {
        let next: @Sendable () async throws -> Data?

        struct AsyncIterator: AsyncIteratorProtocol {
            let body: Body
            mutating func next() async throws -> ByteBuffer? { try await body.next().map(ByteBuffer.init) }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }
    }

    let status: Status
    var headers = HTTPHeaders()
    let body: Body
}

struct ByteBuffer: Sendable {
    let readableBytesView: Data
    init(bytes: Data) { readableBytesView = bytes }
}

struct TimeAmount: Sendable {
    let seconds: Int64
    static func seconds(_ amount: Int64) -> Self { Self(seconds: amount) }
}

struct NIODeadline: Sendable, Equatable {
    let isDistant: Bool
    static let distantFuture = Self(isDistant: true)
    static func now() -> Self { Self(isDistant: false) }
    static func + (deadline: Self, amount: TimeAmount) -> Self { deadline }
}

struct NIOConnectionError: Error {}

struct HTTPClientError: Error, Equatable {
    let name: String
    static let cancelled = Self(name: "cancelled")
    static let connectTimeout = Self(name: "connectTimeout")
    static let tlsHandshakeTimeout = Self(name: "tlsHandshakeTimeout")
    static let getConnectionFromPoolTimeout = Self(name: "getConnectionFromPoolTimeout")
    static let deadlineExceeded = Self(name: "deadlineExceeded")
    static let readTimeout = Self(name: "readTimeout")
    static let writeTimeout = Self(name: "writeTimeout")
    static let remoteConnectionClosed = Self(name: "remoteConnectionClosed")
    static let invalidHeaderFieldNames = Self(name: "invalidHeaderFieldNames")
}

struct HTTPClient: Sendable {
    let send: @Sendable (HTTPClientRequest, NIODeadline) async throws -> HTTPClientResponse

    func execute(_ request: HTTPClientRequest, deadline: NIODeadline) async throws -> HTTPClientResponse {
        try await send(request, deadline)
    }
}
