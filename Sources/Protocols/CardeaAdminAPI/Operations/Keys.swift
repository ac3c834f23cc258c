import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The keys that tokens are made with.
extension AdminOperation {
    static var listSigningKeys: Self {
        Operation(
            "keys.list",
            "Lists the signing keys of a project, newest first.",
            .get,
            ["/projects/{project}/keys"],
            errors: [.notFound]
        ) { (call, _: NoInput) in
            KeyList(call.projects.signingKeyRecords(of: try call.project.id), of: call.projects)
        }
    }

    static var rotateSigningKey: Self {
        Operation(
            "keys.rotate",
            "Creates a key that is published at once, and signs the new tokens of a project some minutes later.",
            .post,
            ["/projects/{project}/keys:rotate"],
            errors: [.notFound, .conflict]
        ) { (call, message: KeyRotation) in
            let id = try call.project.id
            let retires = try message.retiringOthers.required("retiringOthers")
            try await call.projects.rotateSigningKey(
                of: id,
                atOnce: message.atOnce ?? false,
                retiringOthers: retires,
                by: call.actor
            )
            return KeyList(call.projects.signingKeyRecords(of: id), of: call.projects)
        }
    }

    static var listRefreshTokenKeys: Self {
        Operation(
            "refreshTokenKeys.list",
            "Lists the keys of refresh tokens, newest first.",
            .get,
            ["/refreshTokenKeys"]
        ) { (call, _: NoInput) in KeyList(call.projects.refreshTokenKeyRecords(), of: call.projects) }
    }

    static var rotateRefreshTokenKey: Self {
        Operation(
            "refreshTokenKeys.rotate",
            "Creates a key for new refresh tokens.",
            .post,
            ["/refreshTokenKeys:rotate"],
            errors: [.conflict]
        ) { (call, message: KeyRotation) in
            let retires = try message.retiringOthers.required("retiringOthers")
            try await call.projects.rotateRefreshTokenKey(retiringOthers: retires, by: call.actor)
            return KeyList(call.projects.refreshTokenKeyRecords(), of: call.projects)
        }
    }
}
