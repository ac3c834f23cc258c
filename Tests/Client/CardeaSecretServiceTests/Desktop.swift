import CardeaSecretService
import CardeaSession
import ChildProcesses
import Foundation
import CardeaLocks

/// A bus and a keyring of a test's own: a real D-Bus daemon, and GNOME Keyring on it.
final class Desktop: Sendable {
    let bus: SecretServiceBus
    private let place: TemporaryDirectory
    private let address: String
    private let daemon: ChildProcess
    private let keyring = Mutex<ChildProcess?>(nil)

    /// Starts a bus.
    ///
    /// - Parameter rejecting: Whether it rejects every client of the keyring.
    /// - Throws: When it could not be started.
    init(rejecting: Bool = false) throws {
        place = try TemporaryDirectory()
        address = "unix:path=\(try place.file("bus"))"
        bus = .address(address)
        let rejection = rejecting ? #"<deny send_destination="org.freedesktop.secrets"/>"# : ""
        let configuration = """
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
                \(rejection)
              </policy>
            </busconfig>
            """
        daemon = try ChildProcess(
            "dbus-daemon",
            ["--nofork", "--nopidfile", "--config-file", place.file("bus.conf", configuration)],
            in: place,
            environment: ["PATH": "/usr/bin:/bin"]
        )
    }

    /// A directory for the locks of stores, or for their files.
    var directory: URL { URL(filePath: place.path + "/app", directoryHint: .isDirectory) }

    /// Starts the keyring's daemon and opens the keyring with a password, which the first time makes it.
    func startKeyring(password: String? = "open sesame") async throws {
        let runtime = try place.file("runtime")
        try FileManager.default.createDirectory(
            atPath: runtime,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The keyring's daemon goes on without a bus that is not there yet.
        try await until("org.freedesktop.DBus")
        let unlock = password == nil ? [] : ["--unlock"]
        let process = try ChildProcess(
            "gnome-keyring-daemon",
            ["--foreground", "--components=secrets", "--control-directory", runtime] + unlock,
            in: place,
            input: password ?? "",
            environment: [
                "PATH": "/usr/bin:/bin",
                "HOME": place.path,
                "XDG_DATA_HOME": try place.file("data"),
                "XDG_RUNTIME_DIR": runtime,
                "DBUS_SESSION_BUS_ADDRESS": address,
            ]
        )
        keyring.withLock { $0 = process }
        try await until("org.freedesktop.secrets")
    }

    /// Ends the keyring's daemon, and waits for that.
    func stopKeyring() async {
        let process = keyring.withLock(\.self)
        process?.send(SIGTERM)
        _ = await process?.exitCode()
    }

    /// Ends everything.
    func stop() {
        keyring.withLock { $0?.send(SIGKILL) }
        daemon.send(SIGKILL)
    }

    /// Closes the keyring, as a desktop does when its user is away.
    func lockKeyring() async throws {
        _ = try await send("Lock", "array:objpath:\(Self.keyrings)login")
    }

    /// Opens a keyring that needs no password.
    func unlockKeyring(_ name: String) async throws {
        _ = try await send("Unlock", "array:objpath:\(Self.keyrings)\(name)")
    }

    /// Makes another keyring the user's own, such as `login` or `session`, which is gone with the daemon.
    func chooseKeyring(_ name: String) async throws {
        _ = try await send("SetAlias", "string:default", "objpath:\(Self.keyrings)\(name)")
    }

    /// Leaves a keyring there that needs no password, `left`, with a record in it, before the daemon is started.
    ///
    /// - Parameters:
    ///   - record: The record of the default account.
    ///   - modified: When it was written, in seconds since 1970.
    /// - Throws: When it cannot be written.
    func leaveKeyring(holding record: CredentialRecord, modified: Int) throws {
        let attributes = [
            "xdg:schema": "dev.cardea.session", "application": "dev.cardea.tests", "account": "default",
        ]
        let json = String(decoding: record.encoded(), as: UTF8.self)
        var lines = [
            "[keyring]", "display-name=left", "ctime=1", "mtime=1", "lock-on-idle=false", "lock-after=false",
            "[1]", "item-type=0", "display-name=left", "ctime=1", "mtime=\(modified)",
            "secret=" + json.replacing("\\", with: "\\\\"),
        ]
        for (index, attribute) in attributes.enumerated() {
            lines += [
                "[1:attribute\(index)]", "name=\(attribute.key)", "type=string", "value=\(attribute.value)",
            ]
        }
        let keyrings = URL(filePath: place.path + "/data/keyrings", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: keyrings, withIntermediateDirectories: true)
        let content = Data((lines.joined(separator: "\n") + "\n").utf8)
        try content.write(to: keyrings.appending(path: "left.keyring"))
    }

    func store(account: String = "default") -> SecretServiceStore {
        SecretServiceStore(
            application: "dev.cardea.tests",
            account: account,
            lockDirectory: directory,
            bus: bus
        )
    }

    /// Waits until something on the bus has a name.
    private func until(_ name: String) async throws {
        for _ in 0..<3000 {
            let response = try await send(
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus.NameHasOwner",
                ["string:\(name)"]
            )
            if response.contains("true") { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Missing(name: name)
    }

    struct Missing: Error {
        let name: String
    }

    private static let keyrings = "/org/freedesktop/secrets/collection/"

    /// Calls a method of the keyring's daemon.
    private func send(_ method: String, _ arguments: String...) async throws -> String {
        try await send(
            "org.freedesktop.secrets",
            "/org/freedesktop/secrets",
            "org.freedesktop.Secret.Service.\(method)",
            arguments
        )
    }

    /// Calls a method of something on the bus, by a program that knows nothing of Cardea.
    private func send(
        _ name: String,
        _ object: String,
        _ method: String,
        _ arguments: [String]
    ) async throws -> String {
        let place = try TemporaryDirectory()
        let call = try ChildProcess(
            "dbus-send",
            ["--bus=\(address)", "--print-reply", "--dest=\(name)", object, method] + arguments,
            in: place,
            environment: ["PATH": "/usr/bin:/bin"]
        )
        _ = await call.exitCode()
        return call.output
    }
}

/// The failure of an operation of a store; `nil` if it has succeeded.
func failure(_ operation: () async throws(StoreError) -> some Any) async -> StoreError.Code? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return error.code
    }
}
