import CardeaServer

/// The program `cardea`.
package enum Program {
    private static var parser: CommandLineParser {
        CommandLineParser(
            program: "cardea",
            summary: "Cardea \(CardeaServer.version): an identity server.",
            [
                .command(Serve.self),
                .command(Emulator.self),
                .command(Check.self), .command(BackupCommand.self), .command(RestoreCommand.self),
                .group(
                    name: "project",
                    summary: "Shows, creates and configures projects.",
                    [
                        .command(ProjectShow.self), .command(ProjectList.self), .command(ProjectCreate.self),
                        .command(ProjectSet.self),
                    ]
                ),
                .group(
                    name: "user",
                    summary: "Shows, creates, enables, disables and deletes users.",
                    [
                        .command(UserList.self), .command(UserShow.self), .command(UserCreate.self),
                        .command(UserEnable.self), .command(UserDisable.self), .command(UserDelete.self),
                    ]
                ),
                .group(
                    name: "keys",
                    summary: "Shows and rotates the keys that tokens are made with.",
                    [.command(KeysList.self), .command(KeysRotate.self)]
                ),
                .group(
                    name: "administrator",
                    summary: "Shows, creates and deletes the credentials of administrators.",
                    [
                        .command(AdministratorList.self), .command(AdministratorCreate.self),
                        .command(AdministratorDelete.self),
                    ]
                ),
                .group(
                    name: "security",
                    summary: "Shows what happened to users' sessions.",
                    [.command(SecurityEventList.self)]
                ),
                .group(
                    name: "config",
                    summary: "Checks a configuration.",
                    [.command(ConfigCheck.self)]
                ),
                .command(Version.self),
            ]
        )
    }

    /// Does what was typed, and gives the exit code: 0, 1 when it could not be done, 2 when it was not understood.
    package static func run(_ words: [String], _ console: Console = Console()) async -> Int32 {
        do {
            // The command, as the option that most programs have.
            switch try parser.parse(words == ["--version"] ? [Version.name] : words) {
            case .help(let text): console.print(TerminalText(lines: text))
            case .run(let command): try await command.run(console)
            }
            return 0
        } catch let failure as CommandFailure {
            console.complain("cardea: \(failure.description)")
            return failure.exitCode
        } catch let error as CardeaServer.StartError {
            console.complain("cardea: \(error.description)")
            return 1
        } catch {
            // Usage and configuration: what was asked for cannot be understood.
            console.complain("cardea: \("\(error)")")
            return 2
        }
    }
}
