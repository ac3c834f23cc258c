import APITestSupport
import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets
import Testing

/// Every operation of every protocol with every wrong credential and every wrong field.
@Suite("Every operation")
struct SweepTests {
    static let withFields = Surface.places.filter { !$0.place.fields.isEmpty }

    @Test(
        "each operation rejects every wrong credential, and writes nothing (security 19)",
        arguments: Surface.places.filter { !$0.operation.callers.contains(.anyone) }
    )
    func credentials(_ swept: SweptPlace) async throws {
        let world = try await World(swept.surface)
        let neighbour = try await world.server.projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other"),
            by: .server
        ).reveal()
        let before = try await world.server.state()
        for encoding in swept.place.encodings {
            for credential in swept.wrongCredentials(neighbour: neighbour) {
                // The app of Kii Cloud's path is a credential too.
                let path = world.pools[1].path.merging(["app": "unknown"]) { $1 }
                let request = SweepRequest(swept.place, encoding, path: path, as: credential)
                let base = swept.place.path(path)
                for served in [base] + (swept.form.host.map { ["/\($0)\(base)"] } ?? []) {
                    let response = await world.send(request, at: served)
                    #expect([400, 401, 403].contains(response.status), "\(credential): \(response.text)")
                }
            }
        }
        #expect(try await world.server.state() == before)
    }

    @Test(
        "each operation rejects a body that is malformed, and an unknown field of JSON",
        arguments: withFields
    )
    func bodies(_ swept: SweptPlace) async throws {
        try await eachRequest(of: swept) { world, _, request in
            let names = swept.place.fields.map(\.name)
            let texts: [String] =
                switch request.encoding {
                case .json:
                    [
                        "[]", "{", "{}{}", "1", "\"x\"", #"{"noSuchField":1}"#,
                        #"{"noSuchField":1,"noSuchField":2}"#, "{\"a\":" + String(repeating: "[", count: 40),
                    ] + names.map { #"{"\#($0)":null,"\#($0)":null}"# }
                case .form: ["%", "a=%zz"] + names.map { "\($0)=a&\($0)=b" }
                case .query: swept.operation.input.fields.map { "\($0.name)=1&\($0.name)=1" }
                }
            for text in texts {
                var request = request
                request.text = text
                let response = await world.send(request)
                #expect(
                    (400...401).contains(response.status),
                    "\(request.encoding) \(text): \(response.text)"
                )
            }
        }
    }

    @Test("each operation rejects a query and a path that cannot be decoded", arguments: Surface.places)
    func undecodable(_ swept: SweptPlace) async throws {
        try await eachRequest(of: swept) { world, _, request in
            let sent = request.request()
            for (path, tail) in [(sent.path, "&%"), (sent.path, "&%C3=1"), (sent.path + "%", "")] {
                let broken = Request(
                    sent.method,
                    path,
                    query: (sent.query ?? "") + tail,
                    fields: sent.fields,
                    body: sent.body
                )
                let response = await world.server.send(broken)
                #expect(response.status == 400 && response.json != nil, "\(path)\(tail): \(response.text)")
            }
        }
    }

    @Test(
        "each operation rejects every field of a wrong type, beyond its limit, or not allowed (security 20)",
        arguments: withFields
    )
    func fields(_ swept: SweptPlace) async throws {
        try await eachRequest(of: swept) { world, kind, request in
            for field in swept.place.fields where request.credential.fields[field.name] == nil {
                for fault in swept.faults(of: field, in: request.encoding, by: kind) {
                    var request = request
                    request.fields[field.name] = fault.value
                    let response = await world.send(request)
                    #expect(
                        (400...401).contains(response.status),
                        "\(kind) \(field.name): \(fault): \(response.text)"
                    )
                    guard let message = fault.message else { continue }
                    #expect(response.errorMessage?.hasPrefix(message) == true, "\(field.name): \(fault)")
                }
            }
        }
    }

    @Test("each operation demands its required fields", arguments: withFields)
    func required(_ swept: SweptPlace) async throws {
        try await eachRequest(of: swept) { world, kind, request in
            let required = swept.place.fields.filter { $0.rule.code(for: kind) != nil }
            for field in required {
                var request = request
                for other in required where other.name != field.name {
                    request.fields[other.name] = other.value.sample
                }
                request.credential.fields[field.name] = nil
                let response = await world.send(request)
                #expect((400...401).contains(response.status), "\(field.name): \(response.text)")
                let code = field.rule.code(for: kind) ?? ""
                #expect(code.isEmpty || response.errorMessage?.hasPrefix(code) == true, "\(field.name)")
            }
        }
    }

    /// Runs a check for each caller and encoding, and expects that nothing is written.
    private func eachRequest(
        of swept: SweptPlace,
        _ check: (World, CallerKind, SweepRequest) async throws -> Void
    ) async throws {
        let world = try await World(swept.surface)
        let before = try await world.server.state()
        let pool = swept.form.has("tenant") ? world.pools[1] : world.pools[0]
        for encoding in swept.place.encodings {
            for (kind, credential) in swept.callers(in: pool, world) {
                try await check(
                    world,
                    kind,
                    SweepRequest(swept.place, encoding, path: pool.path, as: credential)
                )
            }
        }
        #expect(try await world.server.state() == before)
    }
}

extension SweptPlace {
    /// The values of a field that a caller may not send.
    fileprivate func faults(
        of field: FieldForm,
        in encoding: FieldEncoding,
        by kind: CallerKind
    ) -> [FieldFault] {
        if let senders = field.rule.senders, !senders.contains(kind) {
            return [
                FieldFault(
                    description: "not allowed",
                    value: field.value.sample,
                    message: field.rule.rejection ?? "UNEXPECTED_PARAMETER"
                )
            ]
        }
        let isParameter = encoding != .json || operation.parameters.contains { $0.name == field.name }
        guard isParameter else { return field.faults }
        return field.value.parameterFaults.map {
            FieldFault(description: "\($0.prefix(40))", value: .string($0))
        }
    }
}

extension FieldRule {
    /// The code for an absent field; empty for the general one, `nil` if the caller need not send it.
    fileprivate func code(for kind: CallerKind) -> String? {
        guard case .required(let callers, let code) = presence, callers.contains(kind) else { return nil }
        return code ?? ""
    }
}
