import CardeaCryptography
import Foundation
import CardeaHTTPServing
import CardeaOperatingSystem
import CardeaPasswordHashing

extension CardeaServer.Configuration {
    /// What a server would die of on this machine, though each value by itself could be used.
    ///
    /// Nothing is changed or made.
    var machineProblems: [String] {
        [memoryProblem, dataProblem, masterKeyProblem, certificateProblem].compactMap(\.self)
    }

    private var memoryProblem: String? {
        let threads = passwords.threads == 0 ? PasswordHasher.processors : passwords.threads
        let needed = Int64(passwords.memory) * Int64(threads) / 1024
        let available = ProcessStatistics.machineMemory / 1_048_576
        guard needed > available else { return nil }
        return
            "passwords.memory for \(threads) threads is \(needed) MiB, but this machine has \(available) MiB"
    }

    private var dataProblem: String? {
        do {
            if let status = try FileStatus(of: data) {
                return status.isDirectory ? nil : "data: \(data) is not a directory"
            }
            let parent = Directory.parent(of: data)
            return try FileStatus(of: parent)?.isDirectory == true
                ? nil : "data: \(parent) is not there; create it first"
        } catch {
            return "data: \(error)"
        }
    }

    private var masterKeyProblem: String? {
        do {
            let file = masterKeyFile ?? data + "/master.key"
            let isThere = try DataDirectory.masterKey(in: file) != nil
            return isThere || masterKeyFile == nil ? nil : "masterKeyFile: there is no file \(file)"
        } catch {
            return "masterKeyFile: \(error)"
        }
    }

    private var certificateProblem: String? {
        do {
            _ = try tls.read()
            return nil
        } catch {
            return "tls: \(error)"
        }
    }
}

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
        return HTTPServer.Certificate(chain: chain, privateKey: privateKey)
    }

    private func problem(_ problem: Certificate.Problem, _ certificate: String, _ key: String) -> String {
        switch problem {
        case .noCertificate: "\(certificate): has no certificate in PEM"
        case .noKey: "\(key): has no private key in PEM, or one with a passphrase"
        case .keyOfAnother:
            "\(key): the certificate or its key is wrong: the key is not that of \(certificate)"
        case .expired: "\(certificate): the certificate has expired"
        }
    }

    private static func text(of file: String) throws(CardeaServer.StartError) -> String {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CardeaServer.StartError(.certificate, "\(file): cannot be read")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
