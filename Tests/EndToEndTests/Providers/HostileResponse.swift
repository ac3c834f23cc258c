import Foundation
import TransportTestSupport

/// The way in which a provider responds to a request, and harms who reads it without a limit.
enum HostileResponse: String, CaseIterable {
    /// A byte every tenth of a second.
    case slow
    case never
    /// A response of 1 GB.
    case gigabyte
    /// Arrays in arrays.
    case deep
    /// A page in place of JSON.
    case page
    /// Another kind of JSON value.
    case number
    /// A redirect to another server on loopback.
    case redirect

    /// Responds until the client has had enough.
    ///
    /// - Parameters:
    ///   - connection: The connection of the client.
    ///   - other: The URL of a redirect.
    ///   - isOver: Whether the test has ended.
    func respond(on connection: RawConnection, other: String = "", _ isOver: () -> Bool) {
        guard connection.readRequest() != nil else { return }
        switch self {
        case .never: connection.waitForClose()
        case .slow, .gigabyte:
            connection.write(Self.head("200 OK", length: 1_073_741_824))
            let part = [UInt8](repeating: UInt8(ascii: " "), count: self == .slow ? 1 : 65_536)
            var sent = 0
            while sent < 1_073_741_824, !isOver() {
                connection.write(part)
                sent += part.count
                if self == .slow { Thread.sleep(forTimeInterval: 0.1) }
            }
        case .deep: write(String(repeating: "[", count: 30_000), on: connection)
        case .page: write("<html><body>Maintenance</body></html>", on: connection)
        case .number: write("7", on: connection)
        case .redirect:
            connection.write("HTTP/1.1 302 Found\r\nLocation: \(other)\r\nContent-Length: 0\r\n\r\n")
        }
    }

    private func write(_ body: String, on connection: RawConnection) {
        connection.write(Self.head("200 OK", length: body.utf8.count) + body)
    }

    private static func head(_ status: String, length: Int) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
    }
}
