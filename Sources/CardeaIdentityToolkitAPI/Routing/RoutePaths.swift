import CardeaHTTPMessages
import CardeaHTTPRouting

/// The paths of an operation.
///
/// SDKs that talk to an emulator put the real host first; a server under a name of
/// its own is asked without it.
enum RoutePaths {
    /// Paths of `identitytoolkit.googleapis.com`.
    static func identityToolkit(_ path: String) -> [String] {
        ["/identitytoolkit.googleapis.com\(path)", path]
    }

    /// Paths of `securetoken.googleapis.com`.
    static func secureToken(_ path: String) -> [String] {
        ["/securetoken.googleapis.com\(path)", path]
    }

    /// Paths of `www.googleapis.com`.
    static func www(_ path: String) -> [String] {
        ["/www.googleapis.com\(path)", path]
    }

    /// Paths of an operation's older name.
    static func relyingParty(_ name: String) -> [String] {
        www("/identitytoolkit/v3/relyingparty/\(name)")
    }

    /// Paths of an operation on accounts, as apps call it.
    static func apps(_ operation: String) -> [String] {
        identityToolkit("/v1/accounts:\(operation)")
    }

    /// Paths of an operation on the accounts of a project, or of one of its tenants.
    static func administrators(_ operation: String) -> [String] {
        identityToolkit("/v1/projects/{project}/accounts\(operation)")
            + identityToolkit("/v1/projects/{project}/tenants/{tenant}/accounts\(operation)")
    }
}

extension Router {
    /// Adds a handler at several paths.
    mutating func on(
        _ method: RequestMethod,
        _ paths: [String],
        bodySize: BodySize = .ordinary,
        _ handler: @escaping Handler
    ) {
        for path in paths { on(method, path, bodySize: bodySize, handler) }
    }
}
