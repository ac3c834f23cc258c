import Telemetry

extension CardeaServer.Configuration {
    /// Finds what could not work, before anything is started.
    ///
    /// - Throws: `ConfigurationError`, which names the key.
    public func validate() throws(ConfigurationError) {
        try check("data", !data.isEmpty, "must name a directory")
        try check(
            "data",
            controlSocketPath.utf8.count < 108,
            "is too long a path for the socket that lies in it"
        )
        try check("host", !host.isEmpty, "must name an address")
        try check("port", (0...65_535).contains(port), "must be from 0 to 65535")
        try check("logLevel", logLevelValue != nil, "must be debug, info, notice, warning or error")
        try check("tls", (tls.certificate == nil) == (tls.key == nil), "needs both a certificate and a key")
        try check(
            "baseURL",
            baseURL.map(Self.isBaseURL) ?? true,
            "must be an http or https address without query"
        )
        for proxy in trustedProxies {
            try check("trustedProxies", NetworkBlock(proxy) != nil, "'\(proxy)' is not an address or a block")
        }
        try check(
            "passwords.memory",
            (8...4_194_304).contains(passwords.memory),
            "must be from 8 to 4194304"
        )
        try check("passwords.iterations", (1...1000).contains(passwords.iterations), "must be from 1 to 1000")
        try check("passwords.parallelism", (1...64).contains(passwords.parallelism), "must be from 1 to 64")
        try check("passwords.threads", (0...1024).contains(passwords.threads), "must be from 0 to 1024")
        try check("passwords.queue", passwords.queue >= 0, "must not be negative")
        try check(
            "limits.headerBytes",
            (1024...1_048_576).contains(limits.headerBytes),
            "must be from 1024 to 1048576"
        )
        try check(
            "limits.bodyBytes",
            (1024...1_073_741_824).contains(limits.bodyBytes),
            "must be from 1024 to 1 GiB"
        )
        try check("limits.connections", limits.connections > 0, "must be positive")
        try check("limits.connectionsPerAddress", limits.connectionsPerAddress > 0, "must be positive")
        try check("limits.headerDeadline", limits.headerDeadline > 0, "must be positive")
        try check("limits.bodyDeadline", limits.bodyDeadline > 0, "must be positive")
        try check("limits.idleTimeout", limits.idleTimeout > 0, "must be positive")
        try check("limits.drain", limits.drain >= 0, "must not be negative")
        try check("limits.loops", (0...1024).contains(limits.loops), "must be from 0 to 1024")
        let century = 3_155_760_000
        try check(
            "housekeeping.retention",
            (0...century).contains(housekeeping.retention),
            "must be from 0 to \(century)"
        )
        try check(
            "housekeeping.interval",
            (0...century).contains(housekeeping.interval),
            "must be from 0 to \(century)"
        )
    }

    var logLevelValue: Logger.Level? { Logger.Level(rawValue: logLevel) }

    private func check(_ key: String, _ isFine: Bool, _ rule: String) throws(ConfigurationError) {
        guard isFine else { throw ConfigurationError("\(key) \(rule)") }
    }

    private static func isBaseURL(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        return !rest.isEmpty && !rest.contains { $0 == "?" || $0 == "#" || $0.isWhitespace }
    }
}
