import CardeaServer
import CardeaEncodings
import FoundationEssentials

struct CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "Prints the completions of commands and options for a shell."
    static let discussion = """
        For example, for all users of a machine:

          cardea completions bash > /usr/share/bash-completion/completions/cardea
          cardea completions zsh > /usr/share/zsh/vendor-completions/_cardea
          cardea completions fish > /usr/share/fish/vendor_completions.d/cardea.fish
        """

    @Argument("The shell: bash, zsh or fish.") var shell = CompletingShell.bash

    func run(_ console: Console) async throws { console.print(program: shell.script(Program.pages)) }
}

struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "Prints the manual page cardea(1)."
    static let discussion = """
        The date of the page is that of SOURCE_DATE_EPOCH, if the variable is set. For example:

          cardea manual > /usr/share/man/man1/cardea.1
        """

    func run(_ console: Console) async throws {
        let seconds = console.environment["SOURCE_DATE_EPOCH"].flatMap(Int.init)
        let now = seconds ?? Int(Date().timeIntervalSince1970)
        let manual = ManualText(
            Program.pages,
            version: CardeaServer.version,
            date: String(InternetTime.text(seconds: now).prefix(10))
        )
        console.print(program: manual.page)
    }
}
