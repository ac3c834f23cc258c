import APITestSupport
import CardeaEncodings
import CardeaHTTPRouting
import CardeaOperations
import Testing

/// Every operation with every object of other user pools.
@Suite("Every operation with objects of other user pools")
struct IsolationTests {
    static let places = Surface.places.filter { $0.surface != .emulator && !$0.objectFields.isEmpty }

    @Test(
        "each operation changes and shows nothing of another project's or tenant's objects (security 19)",
        arguments: places
    )
    func foreign(_ swept: SweptPlace) async throws {
        let world = try await World(swept.surface)
        for pool in world.pools(of: swept) {
            let before = try await world.server.state(outside: pool.project, pool.tenant)
            for (kind, base) in swept.requests(in: pool, world) {
                for field in swept.objectFields {
                    for other in world.pools where swept.isForeign(other, to: pool, field) {
                        for object in other.objects[camelCase(field)] ?? [] {
                            let request = base.naming(object, field)
                            let response = await world.send(request)
                            let sent = request.wholeText
                            let shown = other.markers.filter {
                                response.text.contains($0) && !sent.contains($0)
                            }
                            #expect(
                                shown.isEmpty,
                                "\(kind) \(pool.name) \(field) of \(other.name): \(response.text)"
                            )
                        }
                    }
                }
            }
            #expect(
                try await world.server.state(outside: pool.project, pool.tenant) == before,
                "\(pool.name)"
            )
        }
    }

    @Test(
        "each operation accepts an object of its own pool",
        arguments: places.filter { !withoutControl.contains($0.operation.name) }
    )
    func own(_ swept: SweptPlace) async throws {
        let world = try await World(swept.surface)
        let pool = world.pools(of: swept)[0]
        var round = 0
        var responses: [String] = []
        for field in swept.objectFields {
            for index in (pool.objects[camelCase(field)] ?? []).indices {
                for place in swept.requests(in: pool, world).indices {
                    round += 1
                    let own = try await world.filled(pool, round: round)
                    var request = swept.requests(in: own, world)[place].request
                    // A link that signs in needs its address.
                    if swept.operation.name == "accounts.signInWithEmailLink" {
                        request.fields["email"] = own.objects["email"]?.first
                    }
                    if swept.operation.name == "accounts.endSession" {
                        request.fields["sessionId"] = own.objects["sessionId"]?.first
                    }
                    let object = own.objects[camelCase(field)]?[index] ?? .null
                    let response = await world.send(request.naming(object, field))
                    if response.status == 200 { return }
                    responses.append("\(field): \(response.status) \(response.text.prefix(200))")
                }
            }
        }
        Issue.record("\(responses.joined(separator: "\n"))")
    }

    /// Operations that reject the objects of the sweep in each pool: they create objects, or need a token of a provider
    /// or of a back end.
    private static let withoutControl: Set = [
        "accounts.signUp", "accounts.signInWithCustomToken", "accounts.revokeToken",
        "accounts.providerTokens", "accounts.batchCreate", "oauthIdpConfigs.create",
        "defaultSupportedIdpConfigs.create",
    ]
}

/// `refresh_token` as `refreshToken`.
private func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(String(words.first ?? "")) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
}

extension SweptPlace {
    private static let objects: Set = [
        "localId", "localIds", "email", "identifier", "phoneNumber", "idToken", "refreshToken", "token",
        "federatedUserId", "expression", "oobCode", "sessionInfo", "pendingToken",
    ]

    /// The fields and the parameters of the path that can name an object of a pool.
    var objectFields: [String] {
        place.fields.map(\.name).filter { Self.objects.contains(camelCase($0)) }
            + form.parameters.filter { ["provider", "tenant"].contains($0) }
    }

    /// Whether an object of another pool must stay hidden from a request in a pool.
    ///
    /// A token names its tenant itself: a request that names none may have the token of any tenant of its project.
    func isForeign(_ other: Pool, to pool: Pool, _ field: String) -> Bool {
        guard !other.isSame(as: pool) else { return false }
        // An administrator may name each tenant of the project.
        if field == "tenant", other.project == pool.project { return false }
        let isToken = ["idToken", "refreshToken", "token"].contains(camelCase(field))
        return !(isToken && pool.tenant == nil && other.project == pool.project)
    }

    /// The requests of each caller, with a plausible value for the fields that are not objects.
    func requests(in pool: Pool, _ world: World) -> [(kind: CallerKind, request: SweepRequest)] {
        place.encodings.flatMap { encoding in
            callers(in: pool, world).map { kind, credential in
                var request = SweepRequest(place, encoding, path: pool.path, as: credential)
                for field in place.fields {
                    guard let value = Self.plausible[camelCase(field.name)] else { continue }
                    request.fields[field.name] = value
                }
                return (kind, request)
            }
        }
    }

    private static let plausible: [String: JSONValue] = [
        "password": "correct horse", "newPassword": "battery staple", "requestType": "PASSWORD_RESET",
        "grantType": "refresh_token", "code": .string(World.testCode), "requestUri": "http://localhost",
        "continueUri": "http://localhost", "returnSecureToken": true,
    ]
}

extension SweepRequest {
    /// The request about an object.
    func naming(_ object: JSONValue, _ field: String) -> SweepRequest {
        var request = self
        if place.form.parameters.contains(field) {
            request.path[field] = object.string
        } else if case .list = place.fields.first(where: { $0.name == field })?.value {
            request.fields[field] = [object]
        } else {
            request.fields[field] = object
        }
        return request
    }

    /// The text of the whole request.
    var wholeText: String {
        let request = request()
        return request.path + (request.query ?? "") + String(decoding: request.body, as: UTF8.self)
    }
}
