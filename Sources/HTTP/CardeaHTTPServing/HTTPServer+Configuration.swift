package import CardeaLogging

extension HTTPServer {
    /// Where to listen.
    package enum Address: Sendable, Equatable {
        /// A host name or address; port 0 lets the system choose.
        case tcp(host: String, port: Int)
        /// A socket in the file system, for this user alone.
        case unix(path: String)
    }

    /// A certificate chain and its private key, both as PEM text.
    package struct Certificate: Sendable {
        package var chain: String
        package var privateKey: String

        package init(chain: String, privateKey: String) {
            self.chain = chain
            self.privateKey = privateKey
        }
    }

    /// The listener, and its limits.
    package struct Configuration: Sendable {
        package var address: Address
        /// Restricts the server to TLS 1.2 and 1.3.
        package var certificate: Certificate?
        /// Event loops, each with a thread; a Unix socket has one.
        package var loops: Int
        package var limits: HTTPLimits
        /// Whether an address is that of a proxy, which many clients share: the limits of one address do not hold for it.
        package var isProxy: @Sendable (_ address: String) -> Bool
        package var logger: Logger

        package init(
            address: Address,
            certificate: Certificate? = nil,
            loops: Int,
            limits: HTTPLimits = HTTPLimits(),
            isProxy: @escaping @Sendable (_ address: String) -> Bool = { _ in false },
            logger: Logger
        ) {
            self.address = address
            self.certificate = certificate
            self.loops = loops
            self.limits = limits
            self.isProxy = isProxy
            self.logger = logger
        }
    }
}
