import CardeaSettings

extension CardeaServer.Configuration: Codable {
    /// Reads a document of settings; those that it does not name have their defaults.
    ///
    /// - Throws: `ConfigurationError`, which names each unknown key and each value of the wrong type.
    public init(from decoder: any Decoder) throws {
        self.init()
        let problems = Self.table.apply(try SettingTree(from: decoder), to: &self)
        guard problems.isEmpty else { throw ConfigurationError(problems.joined(separator: "; ")) }
    }

    /// Writes all settings that have a value.
    public func encode(to encoder: any Encoder) throws {
        try Self.table.document(of: self).encode(to: encoder)
    }
}
