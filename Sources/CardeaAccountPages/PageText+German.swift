extension PageText {
    static let german = PageText(
        language: .german,
        passwordReset: Action(
            title: "Neues Passwort wählen",
            question: "Das gilt für das Konto %. Alle Geräte werden abgemeldet.",
            button: "Passwort speichern",
            doneTitle: "Ihr Passwort ist geändert",
            done: "Ihr Passwort ist geändert. Sie können sich jetzt damit anmelden."
        ),
        verifyEmail: Action(
            title: "E-Mail-Adresse bestätigen",
            question: "Bestätigen Sie, dass % Ihre Adresse ist und das Konto damit Ihnen gehört?",
            button: "Bestätigen",
            doneTitle: "Ihre E-Mail-Adresse ist bestätigt",
            done: "Ihre E-Mail-Adresse ist bestätigt."
        ),
        changeEmail: Action(
            title: "E-Mail-Adresse ändern",
            question: "% wird die neue Adresse Ihres Kontos. Alle Geräte werden abgemeldet.",
            button: "Adresse ändern",
            doneTitle: "Ihre E-Mail-Adresse ist geändert",
            done: "Ihre E-Mail-Adresse ist geändert. Melden Sie sich mit der neuen Adresse an."
        ),
        recoverEmail: Action(
            title: "E-Mail-Adresse wiederherstellen",
            question: "% wird wieder die Adresse Ihres Kontos. Alle Geräte werden abgemeldet.",
            button: "Adresse wiederherstellen",
            doneTitle: "Ihre E-Mail-Adresse ist wiederhergestellt",
            done:
                "Ihre frühere Adresse gilt wieder. Wählen Sie jetzt ein neues Passwort, falls es jemand kennt."
        ),
        signIn: Action(
            title: "Anmelden",
            question: "Weiter in der App, um sich anzumelden.",
            button: "Weiter",
            doneTitle: "",
            done: ""
        ),
        newPassword: "Neues Passwort",
        passwordTooShort: "Das Passwort muss mindestens % Zeichen haben.",
        passwordTooCommon: "Dieses Passwort ist eines der häufigsten. Wählen Sie ein anderes.",
        passwordTooLong: "Das Passwort ist zu lang.",
        passwordNeedsLowercase: "Das Passwort braucht einen Kleinbuchstaben.",
        passwordNeedsUppercase: "Das Passwort braucht einen Großbuchstaben.",
        passwordNeedsDigit: "Das Passwort braucht eine Ziffer.",
        passwordNeedsSymbol: "Das Passwort braucht ein Sonderzeichen wie ! oder -.",
        notYou: "Wenn Sie das nicht angefordert haben, schließen Sie diese Seite. Nichts ändert sich.",
        continueToApp: "Weiter",
        openInApp: "Öffnen Sie diesen Link auf dem Gerät, auf dem Sie ihn angefordert haben.",
        invalidTitle: "Dieser Link funktioniert nicht",
        invalid:
            "Der Link wurde benutzt, oder er ist nicht mehr gültig. Fordern Sie in der App einen neuen an.",
        incomplete:
            "Der Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail, oder kopieren Sie ihn ganz.",
        expired: "Der Link ist abgelaufen. Fordern Sie in der App einen neuen an.",
        disabled: "Dieses Konto ist gesperrt.",
        emailTaken: "Ein anderes Konto hat diese E-Mail-Adresse.",
        notAllowed: "Das ist für dieses Konto nicht möglich.",
        signInFailedTitle: "Sie sind nicht angemeldet",
        signInFailed: "Versuchen Sie es in der App noch einmal, in diesem Browser und binnen 15 Minuten.",
        signInDeclined:
            "Sie haben die Anmeldung beim Anbieter nicht beendet, oder er hat sie abgelehnt. Gehen Sie zurück zur App. Dort können Sie es noch einmal versuchen.",
        notFoundTitle: "Hier ist keine Seite",
        notFound:
            "Dieser Server meldet Menschen bei Apps an. Öffnen Sie Ihre App, oder prüfen Sie die Adresse.",
        busyTitle: "Bitte später noch einmal versuchen",
        busy: "Der Server kann das gerade nicht ausführen. Nichts wurde geändert."
    )
}
