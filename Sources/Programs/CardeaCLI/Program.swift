import CardeaServer

/// The program `cardea`.
package enum Program {
    static var parser: CommandLineParser {
        CommandLineParser(
            program: "cardea",
            summary: "Cardea \(CardeaServer.version): an identity server.",
            // The option that most programs have.
            commandOptions: ["--version": Version.name],
            tree
        )
    }

    /// The commands.
    static var tree: [CommandNode] {
        [
            .command(Serve.self), .command(Reload.self),
            .command(Emulator.self),
            .command(Check.self), .command(BackupCommand.self), .command(RestoreCommand.self),
            .group(
                name: "project",
                summary: "Shows, creates, configures and deletes projects.",
                [
                    .command(ProjectShow.self), .command(ProjectList.self), .command(ProjectCreate.self),
                    .command(ProjectSet.self), .command(ProjectDelete.self),
                    .command(ProjectAddKey.self), .command(ProjectRemoveKey.self),
                ]
            ),
            .group(
                name: "tenant",
                summary: "Shows, creates, changes and deletes the tenants of a project.",
                [
                    .command(TenantList.self), .command(TenantShow.self), .command(TenantCreate.self),
                    .command(TenantUpdate.self), .command(TenantSet.self), .command(TenantDelete.self),
                ]
            ),
            .group(
                name: "app",
                summary: "Shows, creates, changes and deletes the apps of a project.",
                [
                    .command(AppList.self), .command(AppShow.self), .command(AppCreate.self),
                    .command(AppUpdate.self), .command(AppSet.self), .command(AppNewSecret.self),
                    .command(AppDelete.self),
                ]
            ),
            .group(
                name: "user",
                summary: "Shows, creates, changes, deletes, imports and exports users.",
                [
                    .command(UserList.self), .command(UserShow.self), .command(UserCreate.self),
                    .command(UserUpdate.self), .command(UserEnable.self), .command(UserDisable.self),
                    .command(UserSignOut.self), .command(UserUnlink.self), .command(UserSendReset.self),
                    .command(UserRecoveryCode.self), .command(UserDelete.self),
                    .command(UserImportCommand.self), .command(UserExportCommand.self),
                ]
            ),
            .group(
                name: "session",
                summary: "Shows and ends the sessions of a user.",
                [
                    .command(SessionListCommand.self), .command(SessionShow.self), .command(SessionEnd.self),
                    .command(SessionEndAll.self),
                ]
            ),
            .group(
                name: "keys",
                summary: "Shows and rotates the keys of tokens.",
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
                name: "service-account",
                summary: "Shows, creates and deletes the service accounts of a project, for admin SDKs.",
                [
                    .command(ServiceAccountList.self), .command(ServiceAccountShow.self),
                    .command(ServiceAccountCreate.self), .command(ServiceAccountEnable.self),
                    .command(ServiceAccountDisable.self), .command(ServiceAccountDelete.self),
                    .command(ServiceAccountAddKey.self), .command(ServiceAccountRemoveKey.self),
                ]
            ),
            .group(
                name: "provider",
                summary: "Shows, configures and tests identity providers, such as Google and Apple.",
                [
                    .command(ProviderList.self), .command(ProviderShow.self), .command(ProviderSet.self),
                    .command(ProviderEnable.self), .command(ProviderDisable.self),
                    .command(ProviderDelete.self), .command(ProviderTest.self),
                ]
            ),
            .group(
                name: "security",
                summary: "Shows security events.",
                [.command(SecurityEventList.self)]
            ),
            .group(
                name: "outbox",
                summary: "Shows, repeats and deletes mails that were not sent.",
                [
                    .command(OutboxList.self), .command(OutboxShow.self), .command(OutboxRetry.self),
                    .command(OutboxDelete.self),
                ]
            ),
            .group(
                name: "mail",
                summary: "Sends a test mail, and changes the texts of mails.",
                [
                    .command(MailTest.self), .command(MailTemplateList.self), .command(MailTemplateShow.self),
                    .command(MailTemplateSet.self), .command(MailTemplateReset.self),
                ]
            ),
            .group(
                name: "config",
                summary: "Checks and shows the configuration.",
                [.command(ConfigCheck.self), .command(ConfigShow.self), .command(ConfigTexts.self)]
            ),
            .command(CompletionsCommand.self), .command(ManualCommand.self),
            .command(Version.self),
        ]
    }

    /// The help of the program, of its groups and of its commands.
    static var pages: [CommandPage] { parser.pages }

    /// Runs a command line.
    ///
    /// - Returns: The exit code: 0 for success, 1 for a failure, 2 for an invalid command line or configuration; a
    ///   command that documents others may return them.
    package static func run(_ words: [String], _ console: Console = Console()) async -> Int32 {
        do {
            switch try parser.parse(words) {
            case .help(let page):
                console.print(TerminalText(lines: HelpText.text(page, width: console.width)))
            case .run(let command): try await command.run(console)
            }
            return 0
        } catch let failure as CommandFailure {
            console.printError("cardea: \(failure.description)")
            return failure.exitCode
        } catch let error as CardeaServer.StartError {
            console.printError("cardea: \(error.description)")
            return 1
        } catch {
            // The command line or the configuration is invalid.
            console.printError("cardea: \("\(error)")")
            return 2
        }
    }
}
