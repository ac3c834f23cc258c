import CardeaHTTPServing
import CardeaIdentityStore
import CardeaOperatingSystem
import CardeaPasswordHashing
import CardeaSQLCore

/// Tries what the start of a server needs on this machine, and leaves everything as it was.
struct StartTrial {
    private let configuration: CardeaServer.Configuration
    private let directory: DataDirectory

    init(_ configuration: CardeaServer.Configuration) {
        self.configuration = configuration
        directory = DataDirectory(configuration)
    }

    /// One line for each reason in the memory and the files of this machine; none if a server could start.
    func fileProblems() async -> [String] {
        [memoryProblem, dataProblem, certificateProblem, languageProblem, mailProblem].compactMap(\.self)
            + (await storedProblems())
    }

    private var memoryProblem: String? {
        let passwords = configuration.passwords
        let threads = passwords.threads == 0 ? PasswordHasher.processors : passwords.threads
        let needed = Int64(passwords.memory) * Int64(threads) / 1024
        let available = ProcessStatistics.machineMemory / 1_048_576
        guard needed > available else { return nil }
        return
            "passwords.memory for \(threads) threads is \(needed) MiB, but this machine has \(available) MiB"
    }

    private var dataProblem: String? {
        do {
            let parent = Directory.parent(of: directory.path)
            if try directory.inspect() != nil {
                try Directory.checkWritable(directory.path)
            } else if try FileStatus(of: parent)?.isDirectory == true {
                try Directory.tryCreating(directory.path)
            } else {
                return "data: \(parent) is not there; create it first"
            }
            return nil
        } catch {
            return "data: \(error)"
        }
    }

    private var certificateProblem: String? {
        do {
            _ = try configuration.tls.read()
            return nil
        } catch {
            return "tls: \(error)"
        }
    }

    private var languageProblem: String? {
        do throws(CardeaServer.StartError) {
            _ = try PageLanguageFiles(configuration.languages)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private var mailProblem: String? {
        do {
            _ = try SMTPTransport(configuration)
            _ = try SMSGateway(configuration.sms, clock: SystemClock())
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// One line for each address that cannot be listened on.
    ///
    /// If a server already runs with this configuration, its addresses are in use: that is not a problem.
    var listeningProblems: [String] {
        let main = HTTPServer.Address.tcp(host: configuration.host, port: configuration.port)
        let metrics = configuration.metrics.place.map { HTTPServer.Address.tcp(host: $0.host, port: $0.port) }
        let isRunning = directory.isInUse
        return HTTPServer.listeningErrors(at: [main, metrics].compactMap(\.self)).compactMap {
            address,
            error in
            if case .addressInUse = error, isRunning { return nil }
            let key = address == main ? "host" : "metrics.address"
            return "\(key): \(CardeaServer.StartError(error, at: address.description))"
        }
    }

    /// The problems of the master key and of the database, if there is one.
    private func storedProblems() async -> [String] {
        let file = directory.masterKeyPath
        do {
            let key = try DataDirectory.masterKey(in: file)
            if key == nil, directory.masterKeyFile != nil {
                return ["masterKeyFile: there is no file \(file)"]
            }
            guard directory.hasDatabase || !directory.holdsDatabase else { return [] }
            let place = StoragePlace(configuration)
            let check = await DataCheck.run(try place.openForReading(), masterKey: key, isWhole: false)
            if let loss = lossProblem(check.schemaVersion) { return [loss] }
            return check.startProblems(masterKeyFile: key == nil ? file : nil)
        } catch {
            return ["masterKeyFile: \(error)"]
        }
    }
    /// The problem of a database that has lost its tables.
    private func lossProblem(_ version: Int?) -> String? {
        // An empty file is reported already.
        guard let version, dataProblem == nil else { return nil }
        do {
            try directory.checkSchema(version: version)
            return nil
        } catch {
            return "data: \(error)"
        }
    }
}
