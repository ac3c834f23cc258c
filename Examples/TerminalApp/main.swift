import Foundation

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let options = try Options(arguments, environment: ProcessInfo.processInfo.environment)
    await DemoApp(options).run()
} catch let error as Options.UsageError {
    FileHandle.standardError.write(Data("cardea-demo: \(error.message)\n\n\(Options.usage)\n".utf8))
    exit(2)
}
