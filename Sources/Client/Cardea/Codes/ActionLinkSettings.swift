public import Foundation
internal import CardeaIdentityWire

/// The way that a link in an e-mail continues after its use.
///
/// Cardea's server uses `url` alone; the rest is for Google's servers, which open apps on phones by it.
public struct ActionLinkSettings: Sendable, Hashable {
    /// The continue URL; the project's setting `codes.continueOrigins` must allow its origin.
    ///
    /// For a sign-in by a link it is the address that opens the app.
    public var url: URL
    /// Whether the link opens the app, which then uses the code; a sign-in by a link needs it.
    public var handleCodeInApp: Bool
    /// The app on Apple systems that opens the link.
    public var iOSBundleID: String?
    /// The app on Android that opens the link.
    public var androidPackageName: String?
    /// Whether Android offers to install the app.
    public var androidInstallIfNotAvailable: Bool?
    /// The lowest version of the Android app that understands the link.
    public var androidMinimumVersion: String?
    /// The host of the links, where the project has several.
    public var linkDomain: String?

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - url: The continue URL.
    ///   - handleCodeInApp: Whether the link opens the app, which then uses the code; defaults to `false`.
    public init(url: URL, handleCodeInApp: Bool = false) {
        self.url = url
        self.handleCodeInApp = handleCodeInApp
    }
}

extension SendOobCodeRequest {
    /// Copies the settings, if there are any.
    mutating func apply(_ settings: ActionLinkSettings?) {
        guard let settings else { return }
        continueUrl = settings.url.absoluteString
        canHandleCodeInApp = settings.handleCodeInApp
        iOSBundleId = settings.iOSBundleID
        androidPackageName = settings.androidPackageName
        androidInstallApp = settings.androidInstallIfNotAvailable
        androidMinimumVersionCode = settings.androidMinimumVersion
        linkDomain = settings.linkDomain
    }
}
