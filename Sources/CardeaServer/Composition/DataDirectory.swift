import Encodings
import Foundation
import IdentityService

/// What a server keeps beside its database, in files for their owner alone.
struct DataDirectory {
    private let path: String

    init(_ configuration: CardeaServer.Configuration) { path = configuration.data }

    /// Whether a server has worked here before.
    var hasDatabase: Bool { FileManager.default.fileExists(atPath: path + "/cardea.sqlite") }

    /// The one-time token of the first administrator, until it is used or has expired.
    var administratorTokenFile: String { path + "/administrator-token" }

    /// The key that the stored keys are encrypted under; made on the first start.
    func masterKey(file: String?, _ random: any RandomSource) throws(CardeaServer.StartError) -> [UInt8] {
        let file = file ?? path + "/master.key"
        if let data = FileManager.default.contents(atPath: file) {
            guard let key = Self.key(in: Array(data)) else {
                throw CardeaServer.StartError(.masterKey, "\(file): is not 32 bytes, nor their Base64")
            }
            return key
        }
        guard file == path + "/master.key", !FileManager.default.fileExists(atPath: file) else {
            throw CardeaServer.StartError(.masterKey, "\(file): the master key cannot be read")
        }
        let key = random.bytes(32)
        try write(Data(key).base64EncodedString() + "\n", to: file)
        return key
    }

    /// Writes a file that only its owner may read.
    func write(_ text: String, to file: String) throws(CardeaServer.StartError) {
        // The file is never readable by others, not for a moment: the directory is closed to them.
        let isWritten = FileManager.default.createFile(
            atPath: file,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else { throw CardeaServer.StartError(.unwritable, "\(file): cannot be written") }
    }

    private static func key(in bytes: [UInt8]) -> [UInt8]? {
        if bytes.count == 32 { return bytes }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = Data(base64Encoded: text), key.count == 32 else { return nil }
        return Array(key)
    }
}

extension CardeaServer.Configuration {
    /// The Unix socket that management reaches a running server by.
    package var controlSocketPath: String { data + "/control.sock" }

    /// The address that clients reach a server by that listens on a port.
    func publicURL(port: Int) -> String {
        if let baseURL { return baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL }
        let name =
            switch host {
            case "0.0.0.0", "::": "localhost"
            case _ where host.contains(":"): "[\(host)]"
            default: host
            }
        return (tls.certificate == nil ? "http" : "https") + "://\(name):\(port)"
    }
}
