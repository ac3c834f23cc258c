import CardeaSettings
import CardeaLogging

extension CardeaServer.Configuration {
    /// Checks all values before anything is started.
    ///
    /// - Throws: `ConfigurationError`, which names each invalid key.
    public func validate() throws(ConfigurationError) {
        let problems = problems
        if !problems.isEmpty { throw ConfigurationError(problems.joined(separator: "; ")) }
    }

    /// One line for each problem: values out of range, and values that do not fit each other.
    var problems: [String] {
        var problems = Self.table.problems(in: self)
        func check(_ isFine: Bool, _ problem: String) {
            if !isFine { problems.append(problem) }
        }
        check(
            controlSocketPath.utf8.count < 108,
            "data must be shorter: the path of a socket in it may have 107 bytes"
        )
        check((tls.certificate == nil) == (tls.key == nil), "tls needs both a certificate and a key")
        check(
            passwords.memory < 8 || passwords.memory / 8 >= passwords.parallelism,
            "passwords.memory must be at least 8 for each lane of passwords.parallelism"
        )
        check(
            !isMetricsAddressTaken,
            "metrics.address must not be the address of the server itself: choose another port"
        )
        return problems + smtp.problems + sms.problems
    }

    private var isMetricsAddressTaken: Bool {
        guard let metrics = metrics.place, metrics.port != 0, metrics.port == port else { return false }
        let everywhere = ["0.0.0.0", "::"]
        // Own texts.
        return metrics.host == host || everywhere.contains(host) || everywhere.contains(metrics.host)
    }

    static func logLevel(named name: String) -> Logger.Level? { Logger.Level(rawValue: name) }

    /// Whether a text is a URL for libpq that has no password.
    @Sendable static func isDatabaseURL(_ text: String) -> Bool {
        guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let user = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let options = parts.count > 1 ? parts[1].split(separator: "&") : []
        return !(user.count > 1 && user[0].contains(":")) && !options.contains { $0.hasPrefix("password=") }
            && !text.contains { $0.isWhitespace }
    }

    @Sendable static func isBaseURL(_ text: String) -> Bool {
        // Own texts.
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        guard !rest.contains(where: { $0 == "?" || $0 == "#" || $0 == "\\" || $0.isWhitespace }) else {
            return false
        }
        let authority = rest.prefix { $0 != "/" }
        return !authority.isEmpty && !authority.hasPrefix(":") && !authority.contains("@")
    }
}
