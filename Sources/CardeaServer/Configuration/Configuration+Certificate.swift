import CardeaCryptography
import CardeaHTTPServing
import Foundation

extension CardeaServer.Configuration.TLS {
    /// Reads the certificate and its key; `nil` without TLS.
    func read() throws(CardeaServer.StartError) -> HTTPServer.Certificate? {
        guard let certificate, let key else { return nil }
        let (chain, privateKey) = (try Self.text(of: certificate), try Self.text(of: key))
        do {
            try Certificate.check(chain: chain, privateKey: privateKey)
        } catch {
            throw CardeaServer.StartError(.certificate, problem(error, certificate, key))
        }
        let pair = HTTPServer.Certificate(chain: chain, privateKey: privateKey)
        do { try pair.check() } catch { throw .certificateRejected }
        return pair
    }

    private func problem(_ problem: Certificate.Problem, _ certificate: String, _ key: String) -> String {
        switch problem {
        case .noCertificate: "\(certificate): has no certificate in PEM"
        case .noKey: "\(key): has no private key in PEM, or one with a passphrase"
        case .keyMismatch:
            "\(key): the certificate or its key is wrong: the key is not that of \(certificate)"
        case .expired: "\(certificate): the certificate has expired"
        case .weakKey(let bits):
            "\(certificate): a key of \(bits) bits is too weak: use RSA with 2048 bits or more, or ECDSA P-256"
        case .weakSignature:
            "\(certificate): a certificate of the chain is signed with a weak hash function: use SHA-256"
        }
    }

    private static func text(of file: String) throws(CardeaServer.StartError) -> String {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CardeaServer.StartError(.certificate, "\(file): cannot be read")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
