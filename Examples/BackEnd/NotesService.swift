import CardeaAdmin
import CardeaLocks
import Foundation

/// Notes of users: each user sees their own.
///
/// It knows nothing of HTTP but methods, paths and bodies: take the web framework that you like, and call it from there.
final class NotesService: Sendable {
    private let authentication: Authentication
    private let admin: AdminClient
    /// The notes, by the ID of the user.
    private let notes = Mutex<[String: [String]]>([:])

    init(_ admin: AdminClient) {
        self.admin = admin
        authentication = Authentication(admin: admin)
    }

    /// - Returns: A value for the JSON of the response.
    /// - Throws: The response to a request that is rejected.
    func respond(
        _ method: String,
        _ path: String,
        authorization: String?,
        body: [UInt8]
    ) async throws(Rejection) -> any Encodable & Sendable {
        switch (method, path) {
        case ("GET", "/"):
            return ["service": "notes"]
        case ("GET", "/notes"):
            let user = try await authentication.user(authorization)
            return notes.withLock { $0[user.userID, default: []] }
        case ("POST", "/notes"):
            let user = try await authentication.user(authorization)
            let note = String(decoding: body, as: UTF8.self)
            return notes.withLock { notes in
                notes[user.userID, default: []].append(note)
                return notes[user.userID, default: []]
            }
        case ("DELETE", "/notes"):
            // A deletion cannot be undone: the server says whether the user is still signed in.
            let user = try await authentication.user(authorization, checkRevoked: true)
            notes.withLock { $0[user.userID] = nil }
            return [String]()
        case ("GET", "/users"):
            _ = try await authentication.user(authorization, withRole: "admin")
            return try await userAddresses()
        default:
            throw Rejection(status: 404, message: "There is no such page.")
        }
    }

    private func userAddresses() async throws(Rejection) -> [String] {
        do {
            return try await admin.queryUsers(order: .email).map { $0.email ?? $0.id }
        } catch {
            throw Rejection(status: 503, message: "\(error.code)")
        }
    }
}
