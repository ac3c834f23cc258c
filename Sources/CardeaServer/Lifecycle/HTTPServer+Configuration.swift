import Foundation
import HTTPRouting
import HTTPServing
import PasswordHashing
import Telemetry

extension HTTPServer {
    /// Starts listening, and says where when that fails.
    static func start(
        _ configuration: Configuration,
        _ responder: any Responder
    ) throws(CardeaServer.StartError) -> HTTPServer {
        do {
            return try start(configuration, responder: responder)
        } catch {
            throw CardeaServer.StartError(error, at: configuration.address.description)
        }
    }
}

extension HTTPServer.Configuration {
    /// The listener that clients reach.
    static func open(
        _ configuration: CardeaServer.Configuration,
        _ certificate: HTTPServer.Certificate?,
        _ logger: Logger
    ) -> Self {
        Self(
            address: .tcp(host: configuration.host, port: configuration.port),
            certificate: certificate,
            loops: configuration.limits.loops == 0 ? PasswordHasher.processors : configuration.limits.loops,
            limits: HTTPLimits(configuration.limits),
            logger: logger
        )
    }

    /// The socket that management reaches.
    static func control(_ configuration: CardeaServer.Configuration, _ logger: Logger) -> Self {
        Self(address: .unix(path: configuration.controlSocketPath), loops: 1, logger: logger)
    }
}

extension HTTPLimits {
    fileprivate init(_ limits: CardeaServer.Configuration.Limits) {
        self.init()
        headBytes = limits.headerBytes
        bodyBytes = limits.bodyBytes
        connections = limits.connections
        connectionsPerAddress = limits.connectionsPerAddress
        headDeadline = .seconds(limits.headerDeadline)
        bodyDeadline = .seconds(limits.bodyDeadline)
        idleTimeout = .seconds(limits.idleTimeout)
    }
}

extension HTTPServer.Address {
    fileprivate var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}

extension CardeaServer.Configuration.TLS {
    /// Reads the certificate and its key; `nil` without TLS.
    func read() throws(CardeaServer.StartError) -> HTTPServer.Certificate? {
        guard let certificate, let key else { return nil }
        return HTTPServer.Certificate(
            chain: try Self.text(of: certificate),
            privateKey: try Self.text(of: key)
        )
    }

    private static func text(of file: String) throws(CardeaServer.StartError) -> String {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CardeaServer.StartError(.certificate, "\(file): cannot be read")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
