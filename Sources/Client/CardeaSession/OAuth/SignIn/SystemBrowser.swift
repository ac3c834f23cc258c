package import Foundation

/// The browser that the user has chosen.
package enum SystemBrowser {
    /// No browser can be opened from here.
    package struct Unavailable: Error {}

    /// Opens a page: by `xdg-open` on Linux, by `open` on macOS.
    ///
    /// - Throws: When there is no such program.
    package static func open(_ page: URL) async throws {
        #if os(Linux) || os(macOS)
        #if os(Linux)
        let name = "xdg-open"
        #else
        let name = "open"
        #endif
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? ["/usr/bin"]
        guard
            let program = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile)
        else { throw Unavailable() }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [page.absoluteString]
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        try process.run()
        #else
        throw Unavailable()
        #endif
    }
}
