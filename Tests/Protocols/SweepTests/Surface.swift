import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityToolkitAPI
import CardeaKiiAPI
import CardeaOAuthAPI
import CardeaOperations

/// The protocols that are swept.
///
/// Management has a sweep of its own.
enum Surface: String, CaseIterable, Sendable {
    case identityToolkit, oauth, kii, emulator

    static let places = allCases.flatMap { surface in
        Place.all(surface.operations).map { SweptPlace(surface: surface, place: $0) }
    }

    var operations: [OperationDescription] {
        switch self {
        case .identityToolkit: IdentityToolkitAPI.operations
        case .oauth: OAuthAPI.operations
        case .kii: KiiAPI.operations
        case .emulator: EmulatorAPI.operations
        }
    }
}

/// One operation of a protocol at one form of its path.
struct SweptPlace: Sendable, CustomStringConvertible {
    let surface: Surface
    let place: Place

    var operation: OperationDescription { place.operation }
    var form: PathForm { place.form }
    var description: String { place.description }
}

extension SweptPlace {
    /// The callers that the place accepts, with the credentials of each in a pool.
    func callers(in pool: Pool, _ world: World) -> [(kind: CallerKind, credential: SweepCredential)] {
        // An administrator may send the token of a user.
        let kinds =
            operation.needsAdministrator(at: form)
            ? operation.callers.intersection([.administrator, .user]) : operation.callers
        return kinds.sorted { $0.rawValue < $1.rawValue }.map { kind in
            (kind, credential(of: kind, in: pool, world))
        }
    }

    private func credential(of kind: CallerKind, in pool: Pool, _ world: World) -> SweepCredential {
        let bearer: HeaderFields = [.authorization: "Bearer \(world.server.administratorToken)"]
        switch (surface, kind) {
        case (.oauth, .client):
            guard operation.callers.contains(.administrator), let backEnd = world.backEnds[pool.project]
            else {
                return SweepCredential(fields: ["client_id": .string(pool.key)])
            }
            return SweepCredential(
                fields: ["client_id": .string(backEnd.id), "client_secret": .string(backEnd.secret)]
            )
        case (.oauth, .administrator):
            return SweepCredential(head: bearer, fields: ["client_id": .string(pool.project)])
        case (.kii, _): return SweepCredential(head: ["x-kii-appid": pool.project])
        case (_, .anyone): return SweepCredential()
        case (_, .administrator):
            return scoped(SweepCredential(head: bearer, query: [("key", pool.key)]), pool)
        case (_, .user):
            let needsAdministrator = operation.needsAdministrator(at: form)
            var credential = SweepCredential(
                head: needsAdministrator ? bearer : [:],
                query: [("key", pool.key)]
            )
            credential.fields["idToken"] = pool.objects["idToken"]?.first ?? .null
            return scoped(credential, pool)
        case (_, .app), (_, .client), (_, .operator):
            return scoped(SweepCredential(query: [("key", pool.key)]), pool)
        }
    }

    /// The credential with the tenant, where the path does not name it.
    private func scoped(_ credential: SweepCredential, _ pool: Pool) -> SweepCredential {
        var credential = credential
        guard let tenant = pool.tenant, !form.has("tenant"), operation.tenant == .optional else {
            return credential
        }
        if operation.source == .json {
            credential.fields["tenantId"] = .string(tenant)
        } else {
            credential.query.append(("tenantId", tenant))
        }
        return credential
    }

    /// Credentials that open nothing: none, junk, and those of another project.
    func wrongCredentials(neighbour: String) -> [SweepCredential] {
        func bearer(_ token: String, key: String? = nil) -> SweepCredential {
            SweepCredential(
                head: [.authorization: "Bearer \(token)"],
                query: key.map { [("key", $0)] } ?? []
            )
        }
        func key(_ key: String) -> SweepCredential { SweepCredential(query: [("key", key)]) }
        func client(_ id: String, _ authorization: String? = nil) -> SweepCredential {
            var head = HeaderFields()
            head[.authorization] = authorization
            return SweepCredential(head: head, fields: ["client_id": .string(id)])
        }
        func basic(_ text: String) -> SweepCredential {
            SweepCredential(head: [.authorization: "Basic \(Base64.encode(Array(text.utf8)))"])
        }
        switch surface {
        case .identityToolkit:
            var credentials = [
                SweepCredential(), key(""), bearer(""), bearer("junk"), bearer("junk", key: "demo-key"),
            ]
            guard operation.needsAdministrator(at: form) else { return credentials + [key("unknown")] }
            credentials.append(key("demo-key"))
            if form.has("project") { credentials += [bearer(neighbour), bearer(neighbour, key: "demo-key")] }
            return credentials
        case .oauth:
            let common = [
                SweepCredential(), client("unknown"), basic("unknown:secret"), client("demo", "Basic %"),
            ]
            guard operation.callers.contains(.administrator) else {
                return common + [basic("demo:secret"), client("other", "Basic ZGVtbzo=")]
            }
            return common + [
                client("demo"), client("demo", "Bearer junk"), client("demo", "Bearer \(neighbour)"),
            ]
        case .kii:
            return [
                SweepCredential(head: ["x-kii-appid": "unknown"]), basic("unknown:x"), basic("no colon"),
                SweepCredential(head: ["x-kii-appid": "other", .authorization: "Basic ZGVtbzp4"]),
            ]
        case .emulator: return []
        }
    }
}
