import Foundation
import Glibc

/// The least that a server costs on this machine: a loop per core that reads bytes and sends bytes, and parses nothing.
package enum FloorServer {
    /// As long as the response of `cardea serve` to `GET /health/live`.
    private static let response = Array(
        """
        HTTP/1.1 200 OK\r
        Date: Sun, 01 Jan 2026 00:00:00 GMT\r
        content-type: application/json; charset=utf-8\r
        x-content-type-options: nosniff\r
        cache-control: no-store\r
        x-request-id: 0123456789abcdef\r
        content-length: 15\r
        \r
        {"status":"ok"}
        """.utf8
    )

    /// Serves on a free port, which it prints, until its standard input ends.
    package static func run() throws {
        var port: UInt16 = 0
        for _ in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
            let listener: Int32
            (listener, port) = try Poller.listen(port: port)
            Thread.detachNewThread { serve(listener) }
        }
        FileHandle.standardOutput.write(Data("\(port)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }

    private static func serve(_ listener: Int32) {
        let poller = Poller()
        poller.watch(listener)
        var request: [UInt8] = []
        while true {
            poller.wait { socket in
                if socket == listener { return poller.accept(listener) }
                request.removeAll(keepingCapacity: true)
                let isOpen = poller.receive(from: socket, into: &request)
                if isOpen { poller.send(response, to: socket) } else { close(socket) }
            }
        }
    }
}
