/// A change to apps.
package enum AppChange: Sendable, Equatable {
    /// Adds an app. Its id and its API key must be free on the server.
    case insert(App)
    /// Replaces everything but the id, the project and the time of creation.
    case update(App)
    /// Deletes an app. The transaction fails if the app is absent.
    case delete(AppID)
}

/// All apps of all projects, ordered by project and id.
package struct AppsLookup: Lookup {
    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [App] { try reader.apps(self) }
}

extension Lookup where Self == AppsLookup {
    package static var apps: Self { AppsLookup() }
}

/// The app with an ID.
package struct AppLookup: Lookup {
    package let id: AppID

    package func read(from reader: some RowReader) throws(StoreError) -> App? { try reader.app(self) }
}

extension Lookup where Self == AppLookup {
    package static func app(_ id: AppID) -> Self { AppLookup(id: id) }
}

package protocol AppReader {
    func app(_ lookup: AppLookup) throws(StoreError) -> App?
    func apps(_ lookup: AppsLookup) throws(StoreError) -> [App]
}
