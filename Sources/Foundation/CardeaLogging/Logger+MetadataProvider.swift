extension Logger {
    /// Adds metadata that depends on the current task, such as the ID of its request.
    public struct MetadataProvider: Sendable {
        private let provide: @Sendable () -> Metadata

        /// Creates a provider.
        ///
        /// - Parameter provideMetadata: Returns the metadata of the current task.
        public init(_ provideMetadata: @escaping @Sendable () -> Metadata) { provide = provideMetadata }

        /// The metadata of the current task.
        public func get() -> Metadata { provide() }

        /// Joins providers; if two have the same key, the value of the later one counts.
        ///
        /// - Parameter providers: The providers.
        /// - Returns: One provider; `nil` for none.
        public static func multiplex(_ providers: [MetadataProvider]) -> MetadataProvider? {
            guard !providers.isEmpty else { return nil }
            return MetadataProvider {
                providers.reduce(into: [:]) { metadata, provider in
                    metadata.merge(provider.get(), uniquingKeysWith: { _, last in last })
                }
            }
        }
    }
}
