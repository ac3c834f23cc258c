import CardeaTelemetry

extension CardeaServer.Configuration {
    /// Finds what could not work, before anything is started.
    ///
    /// - Throws: `ConfigurationError`, which names the key.
    public func validate() throws(ConfigurationError) {
        if let problem = problems.first { throw ConfigurationError(problem) }
    }

    /// What could not work, one line with the key for each.
    var problems: [String] {
        var problems = Setting.all.compactMap { setting in
            setting.problem(in: self).map { "\(setting.key) \($0)" }
        }
        func check(_ isFine: Bool, _ problem: String) {
            if !isFine { problems.append(problem) }
        }
        check(
            controlSocketPath.utf8.count < 108,
            "data is too long a path for the socket that lies in it"
        )
        check(logLevelValue != nil, "logLevel must be debug, info, notice, warning or error")
        check((tls.certificate == nil) == (tls.key == nil), "tls needs both a certificate and a key")
        check(
            baseURL.map(Self.isBaseURL) ?? true,
            "baseURL must be an http or https address without user, password and query"
        )
        check(
            passwords.memory / 8 >= passwords.parallelism,
            "passwords.memory must be at least 8 for each lane of passwords.parallelism"
        )
        check(
            metrics.address == nil || metrics.place != nil,
            "metrics.address must be an address and a port, such as 127.0.0.1:9464"
        )
        check(
            !isMetricsAddressTaken,
            "metrics.address must not be the address of the server itself: choose another port"
        )
        return problems
    }

    private var isMetricsAddressTaken: Bool {
        guard let metrics = metrics.place, metrics.port != 0, metrics.port == port else { return false }
        let everywhere = ["0.0.0.0", "::"]
        return metrics.host == host || everywhere.contains(host) || everywhere.contains(metrics.host)
    }

    var logLevelValue: Logger.Level? { Logger.Level(rawValue: logLevel) }

    private static func isBaseURL(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        guard !rest.contains(where: { $0 == "?" || $0 == "#" || $0 == "\\" || $0.isWhitespace }) else {
            return false
        }
        let authority = rest.prefix { $0 != "/" }
        return !authority.isEmpty && !authority.hasPrefix(":") && !authority.contains("@")
    }
}
