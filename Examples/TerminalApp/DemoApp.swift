import Cardea
import Foundation

#if os(Linux)
import CardeaSecretService
#endif

/// The sample: a title screen that restores or signs in, and a main screen behind it.
struct DemoApp {
    let terminal = Terminal()
    let clock = AdvancingClock()
    let network: SwitchableTransport
    let client: CardeaClient

    init(_ options: Options) {
        network = SwitchableTransport(CardeaClient.Configuration.systemTransport())
        client = CardeaClient(
            .init(
                server: .cardea(options.server),
                apiKey: options.apiKey,
                store: options.directory.map(Self.store),
                transport: network,
                clock: clock
            )
        )
    }

    /// An encrypted file; on Linux its key is in the user's keyring where there is one that is open.
    private static func store(in directory: URL) -> any CredentialStore {
        #if os(Linux)
        return EncryptedFileStore(
            directory: directory,
            preferring: .secretService(application: "dev.cardea.demo", name: directory.path)
        )
        #else
        return EncryptedFileStore(directory: directory)
        #endif
    }

    /// Shows the title screen, and the main screen whenever somebody is signed in, until the app is left.
    func run() async {
        let terminal = terminal
        let listener = client.listen { event in
            if let line = Self.describe(event) { terminal.say("* \(line)") }
        }
        defer { listener.cancel() }

        terminal.say("=== Cardea ===")
        var user = await restore()
        while true {
            if user == nil { user = await titleScreen() }
            guard let present = user, await mainScreen(present) else { break }
            user = nil
        }
        terminal.say("Goodbye.")
    }

    /// Signs in from what is stored on this device, with no network.
    private func restore() async -> CardeaUser? {
        do {
            let user = try await client.restore()
            if user != nil { terminal.say("Welcome back.") }
            return user
        } catch {
            report(error)
            return nil
        }
    }

    /// Says what went wrong, in words for people.
    func report(_ error: CardeaError) {
        let words: [CardeaError.Code: String] = [
            .networkUnavailable: "The server cannot be reached.",
            .invalidCredentials: "E-mail address or password is wrong.",
            .wrongPassword: "The password is wrong.",
            .emailAlreadyInUse: "There is an account with this e-mail address already.",
            .weakPassword: "The password is too weak.",
            .invalidEmail: "This is not an e-mail address.",
            .tooManyAttempts: "Too many attempts. Please wait.",
            .refreshTokenFailed: "Your session has ended. Please sign in again.",
            .storageLocked: "The stored sign-in is locked at present.",
            .storageDamaged: "The stored sign-in cannot be read. Please sign in again.",
        ]
        terminal.say("! \(words[error.code] ?? "That did not work.") (\(error))")
    }

    /// The text of an event; `nil` for events that the screens show themselves.
    private static func describe(_ event: CardeaEvent) -> String? {
        switch event {
        case .tokenChanged(_, let cause): "There is a new access token (\(cause))."
        case .signedOut(_, let reason) where reason != .requested: "Signed out: \(reason.rawValue)."
        case .refreshFailed(_, let error): "The access token could not be refreshed now (\(error.code))."
        case .persistencePending: "The sign-in is not stored yet."
        case .persisted: "The sign-in is stored."
        default: nil
        }
    }
}
