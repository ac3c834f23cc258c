extension CardeaServer.Configuration {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case data, host, port, baseURL, masterKeyFile, logLevel, trustedProxies, tls, passwords, limits,
            housekeeping, metrics
    }

    /// Reads a configuration in which every key may be left out.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.strictContainer(CodingKeys.self)
        try values.read(.data, into: &data)
        try values.read(.host, into: &host)
        try values.read(.port, into: &port)
        try values.read(.baseURL, into: &baseURL)
        try values.read(.masterKeyFile, into: &masterKeyFile)
        try values.read(.logLevel, into: &logLevel)
        try values.read(.trustedProxies, into: &trustedProxies)
        try values.read(.tls, into: &tls)
        try values.read(.passwords, into: &passwords)
        try values.read(.limits, into: &limits)
        try values.read(.housekeeping, into: &housekeeping)
        try values.read(.metrics, into: &metrics)
    }
}

extension CardeaServer.Configuration.TLS {
    enum CodingKeys: String, CodingKey, CaseIterable { case certificate, key }

    /// Reads a setting in which every key may be left out.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.strictContainer(CodingKeys.self)
        try values.read(.certificate, into: &certificate)
        try values.read(.key, into: &key)
    }
}

extension CardeaServer.Configuration.Passwords {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case memory, iterations, parallelism, threads, queue
    }

    /// Reads a setting in which every key may be left out.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.strictContainer(CodingKeys.self)
        try values.read(.memory, into: &memory)
        try values.read(.iterations, into: &iterations)
        try values.read(.parallelism, into: &parallelism)
        try values.read(.threads, into: &threads)
        try values.read(.queue, into: &queue)
    }
}

extension CardeaServer.Configuration.Limits {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case headerBytes, bodyBytes, largeBodyBytes, bufferedBytes, bufferedBytesPerAddress, connections,
            connectionsPerAddress, headerDeadline, bodyDeadline,
            idleTimeout, drain, loops
    }

    /// Reads a setting in which every key may be left out.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.strictContainer(CodingKeys.self)
        try values.read(.headerBytes, into: &headerBytes)
        try values.read(.bodyBytes, into: &bodyBytes)
        try values.read(.largeBodyBytes, into: &largeBodyBytes)
        try values.read(.bufferedBytes, into: &bufferedBytes)
        try values.read(.bufferedBytesPerAddress, into: &bufferedBytesPerAddress)
        try values.read(.connections, into: &connections)
        try values.read(.connectionsPerAddress, into: &connectionsPerAddress)
        try values.read(.headerDeadline, into: &headerDeadline)
        try values.read(.bodyDeadline, into: &bodyDeadline)
        try values.read(.idleTimeout, into: &idleTimeout)
        try values.read(.drain, into: &drain)
        try values.read(.loops, into: &loops)
    }
}

extension CardeaServer.Configuration.Housekeeping {
    enum CodingKeys: String, CodingKey, CaseIterable { case retention, eventRetention, interval }

    /// Reads a setting in which every key may be left out.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.strictContainer(CodingKeys.self)
        try values.read(.retention, into: &retention)
        try values.read(.eventRetention, into: &eventRetention)
        try values.read(.interval, into: &interval)
    }
}

extension CardeaServer.Configuration.Metrics {
    enum CodingKeys: String, CodingKey, CaseIterable { case address }

    /// Reads a setting in which every key may be left out.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.strictContainer(CodingKeys.self)
        try values.read(.address, into: &address)
    }
}
