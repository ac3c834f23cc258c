import CardeaCryptography
import CardeaEncodings
import CardeaHTTPServing
import CardeaOperatingSystem
import Foundation

/// The certificate of a configuration and its key, which belong together.
struct ServerCertificate: Sendable {
    let pair: HTTPServer.Certificate
    /// In seconds since 1970; it may be past.
    let expiresAt: Int64

    var secondsLeft: Int64 { expiresAt - Int64(Date().timeIntervalSince1970) }
    var hasExpired: Bool { secondsLeft <= 0 }
    var expiryText: String { InternetTime.text(seconds: Int(expiresAt)) }

    /// Whether clients that reach the server by a host accept the certificate for it.
    func isFor(host: String) -> Bool { Certificate.isFor(host: host, chain: pair.chain) }
}

extension CardeaServer.Configuration.TLS {
    /// Reads the certificate and its key; `nil` without TLS.
    ///
    /// A certificate that has expired is not an error: without the server, no user could sign in at all.
    func read() throws(CardeaServer.StartError) -> ServerCertificate? {
        guard let certificate, let key else { return nil }
        let (chain, privateKey) = (try Self.text(of: certificate), try Self.text(of: key))
        let expiresAt: Int64
        do {
            expiresAt = try Certificate.check(chain: chain, privateKey: privateKey)
        } catch {
            throw CardeaServer.StartError(.certificate, problem(error, certificate, key))
        }
        let pair = HTTPServer.Certificate(chain: chain, privateKey: privateKey)
        do { try pair.check() } catch { throw .certificateRejected }
        return ServerCertificate(pair: pair, expiresAt: expiresAt)
    }

    private func problem(_ problem: Certificate.Problem, _ certificate: String, _ key: String) -> String {
        switch problem {
        case .noCertificate: "\(certificate): has no certificate in PEM"
        case .noKey: "\(key): has no private key in PEM, or one with a passphrase"
        case .keyMismatch:
            "\(key): the certificate or its key is wrong: the key is not that of \(certificate)"
        case .weakKey(let bits):
            "\(certificate): a key of \(bits) bits is too weak: use RSA with 2048 bits or more, or ECDSA P-256"
        case .weakSignature:
            "\(certificate): a certificate of the chain is signed with a weak hash function: use SHA-256"
        }
    }

    private static func text(of file: String) throws(CardeaServer.StartError) -> String {
        do {
            return String(decoding: try WholeFile.read(file), as: UTF8.self)
        } catch {
            throw CardeaServer.StartError(.certificate, "\(file): cannot be read: \(error.reason)")
        }
    }
}
