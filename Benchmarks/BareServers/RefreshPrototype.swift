import CCardeaLinux
import CardeaLocks
import Foundation
import Glibc

/// The least that a durable refresh costs: an epoll loop per core, one UPDATE with `synchronous=FULL`, one ES256
/// signature, a form in, JSON out, and no log.
///
/// It shares no code with the server, so that ratios stand against a figure that the server does not change.
package enum RefreshPrototype {
    /// The refresh tokens that it knows at first are those of `token(0)` up to this number.
    package static let sessions = 1_000

    /// Serves on a free port, which it prints, until its standard input ends.
    package static func run() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "prototype-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try PrototypeStore(path: directory.path + "/sessions.sqlite", sessions: sessions)
        Thread.detachNewThread { store.run() }
        let key = try PrototypeKey()
        var port: UInt16 = 0
        for _ in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
            let listener: Int32
            (listener, port) = try Poller.listen(port: port)
            let loop = PrototypeLoop(listener, store, try PrototypeSigner(key))
            Thread.detachNewThread { loop.run() }
        }
        FileHandle.standardOutput.write(Data("\(port)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }

    /// The first refresh token of a session: 16 bytes that name it, 32 secret ones.
    package static func token(_ session: Int) -> [UInt8] {
        var text: [UInt8] = []
        Base64URL.append(bytes(session)[...], to: &text)
        return text
    }

    static func bytes(_ session: Int) -> [UInt8] {
        let name = (0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? session >> ($0 * 8) : 0) }
        return name + [UInt8](repeating: 7, count: 32)
    }
}

/// The outcome of a refresh.
enum PrototypeOutcome: Sendable {
    case rotated(user: Int64, token: [UInt8])
    case rejected
}

/// One thread's connections.
///
/// Only `finish` is called by another thread: hence `@unchecked Sendable`.
final class PrototypeLoop: @unchecked Sendable {
    private let poller = Poller()
    private let listener: Int32
    private let store: PrototypeStore
    private let signer: PrototypeSigner
    private let wake = eventfd(0, Int32(EFD_NONBLOCK))
    private let finished = Mutex<[(socket: Int32, outcome: PrototypeOutcome)]>([])
    /// The bytes that have arrived, by socket.
    private var inputs: [[UInt8]] = []

    init(_ listener: Int32, _ store: PrototypeStore, _ signer: PrototypeSigner) {
        self.listener = listener
        self.store = store
        self.signer = signer
    }

    func run() {
        poller.watch(listener)
        poller.watch(wake)
        while true {
            poller.wait { socket in
                switch socket {
                case listener: poller.accept(listener)
                case wake: respond()
                default: read(socket)
                }
            }
        }
    }

    /// A refresh is on the disk.
    func finish(_ socket: Int32, _ outcome: PrototypeOutcome) {
        let wakes = finished.withLock { finished in
            finished.append((socket, outcome))
            return finished.count == 1
        }
        if wakes { poller.wake(wake) }
    }

    private func read(_ socket: Int32) {
        while inputs.count <= Int(socket) { inputs.append([]) }
        guard poller.receive(from: socket, into: &inputs[Int(socket)]) else {
            inputs[Int(socket)] = []
            close(socket)
            return
        }
        guard let form = Self.body(of: inputs[Int(socket)]) else { return }
        let token = Self.token(in: form)
        inputs[Int(socket)].removeAll(keepingCapacity: true)
        guard let token else { return send(Array(#"{"error":"invalid_request"}"#.utf8), 400, to: socket) }
        let time = Self.now()
        store.rotate(PrototypeStore.Job(token: token, time: time, socket: socket, loop: self))
    }

    private func respond() {
        poller.clear(wake)
        let outcomes = finished.withLock { finished in
            defer { finished = [] }
            return finished
        }
        for (socket, outcome) in outcomes {
            switch outcome {
            case .rotated(let user, let token): send(tokens(user, token), 200, to: socket)
            case .rejected: send(Array(#"{"error":"invalid_grant"}"#.utf8), 400, to: socket)
            }
        }
    }

    private func tokens(_ user: Int64, _ token: [UInt8]) -> [UInt8] {
        let time = Self.now()
        let claims = """
            {"iss":"https://id.example.com","aud":"api","client_id":"web","sub":"u\(user)","iat":\(time),\
            "exp":\(time + 3600),"scope":"openid profile","jti":"0123456789abcdef"}
            """
        var json = Array(#"{"access_token":""#.utf8)
        json.reserveCapacity(1024)
        let start = json.count
        json += Self.header
        Base64URL.append(Array(claims.utf8)[...], to: &json)
        let signature = signer.sign(json[start...])
        json.append(UInt8(ascii: "."))
        Base64URL.append(signature[...], to: &json)
        json += #"","token_type":"Bearer","expires_in":3600,"refresh_token":""#.utf8
        Base64URL.append(token[...], to: &json)
        json += "\"}".utf8
        return json
    }

    private func send(_ body: [UInt8], _ status: Int, to socket: Int32) {
        let reason = status == 200 ? "OK" : "Bad Request"
        let head = """
            HTTP/1.1 \(status) \(reason)\r\ncontent-type: application/json\r\ncache-control: no-store\r\n\
            content-length: \(body.count)\r\n\r\n
            """
        poller.send(Array(head.utf8) + body, to: socket)
    }

    private static let header: [UInt8] = {
        var text: [UInt8] = []
        Base64URL.append(Array(#"{"alg":"ES256","kid":"2026-11-a","typ":"at+jwt"}"#.utf8)[...], to: &text)
        return text + [UInt8(ascii: ".")]
    }()

    private static func now() -> Int64 { Int64(time(nil)) }
}

// MARK: - Requests

extension PrototypeLoop {
    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let lengthName = Array("\r\ncontent-length: ".utf8)
    private static let tokenName = Array("refresh_token=".utf8)

    /// The body of a request, once it is whole.
    private static func body(of request: [UInt8]) -> ArraySlice<UInt8>? {
        guard let end = place(of: headEnd, in: request[...]) else { return nil }
        guard let digits = place(of: lengthName, in: request[..<end]) else { return request[end...] }
        var length = 0
        for byte in request[digits...] {
            guard (48...57).contains(byte) else { break }
            length = length * 10 + Int(byte - 48)
        }
        return request.count - end >= length ? request[end...] : nil
    }

    /// The refresh token in a form.
    private static func token(in form: ArraySlice<UInt8>) -> [UInt8]? {
        guard form.starts(with: "grant_type=refresh_token&".utf8), let start = place(of: tokenName, in: form)
        else { return nil }
        let token = Base64URL.decode(form[start...].prefix { $0 != UInt8(ascii: "&") })
        return token?.count == 48 ? token : nil
    }

    /// Where bytes end, without regard to the case of letters.
    private static func place(of name: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        let bytes = text.span
        guard bytes.count >= name.count else { return nil }
        next: for start in 0...(bytes.count - name.count) {
            for offset in name.indices {
                let byte = bytes[start + offset]
                let lower = byte >= 65 && byte <= 90 ? byte | 0x20 : byte
                if lower != name[offset] { continue next }
            }
            return text.startIndex + start + name.count
        }
        return nil
    }
}
