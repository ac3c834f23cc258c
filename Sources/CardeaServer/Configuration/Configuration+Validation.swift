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
            "baseURL must be an http or https address without query"
        )
        check(
            passwords.memory / 8 >= passwords.parallelism,
            "passwords.memory must be at least 8 for each lane of passwords.parallelism"
        )
        check(
            metrics.address == nil || metrics.place != nil,
            "metrics.address must be an address and a port, such as 127.0.0.1:9464"
        )
        return problems
    }

    var logLevelValue: Logger.Level? { Logger.Level(rawValue: logLevel) }

    private static func isBaseURL(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        return !rest.isEmpty && !rest.contains { $0 == "?" || $0 == "#" || $0.isWhitespace }
    }
}
