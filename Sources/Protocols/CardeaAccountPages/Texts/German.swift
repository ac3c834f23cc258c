extension PageText {
    static let german = PageText(
        "de",
        [
            .passwordResetTitle: "Neues Passwort wählen",
            .passwordResetText: "Alle Ihre Geräte werden abgemeldet.",
            .passwordResetButton: "Passwort speichern",
            .passwordResetDoneTitle: "Ihr Passwort ist geändert",
            .passwordResetDone: "Melden Sie sich mit dem neuen Passwort an.",
            .passwordResetNote:
                "Sie haben das nicht angefordert? Schließen Sie diese Seite. Ihr Passwort bleibt, wie es ist.",
            .verifyEmailTitle: "E-Mail-Adresse bestätigen",
            .verifyEmailText: "Bestätigen Sie nur, wenn das Konto mit dieser Adresse Ihnen gehört.",
            .verifyEmailButton: "Adresse bestätigen",
            .verifyEmailDoneTitle: "Ihre E-Mail-Adresse ist bestätigt",
            .verifyEmailDone: "Sie können diese Seite schließen und in der App weitermachen.",
            .verifyEmailNote:
                "Sie haben das nicht angefordert? Schließen Sie diese Seite. Nichts wird bestätigt.",
            .changeEmailTitle: "E-Mail-Adresse ändern",
            .changeEmailText: "Das wird die neue Adresse Ihres Kontos. Alle Ihre Geräte werden abgemeldet.",
            .changeEmailButton: "Adresse ändern",
            .changeEmailDoneTitle: "Ihre E-Mail-Adresse ist geändert",
            .changeEmailDone: "Melden Sie sich mit der neuen Adresse an.",
            .changeEmailNote:
                "Sie haben das nicht angefordert? Schließen Sie diese Seite. Die Adresse bleibt, wie sie ist.",
            .recoverEmailTitle: "E-Mail-Adresse wiederherstellen",
            .recoverEmailText:
                "Das wird wieder die Adresse Ihres Kontos. Alle Geräte werden abgemeldet, auch die eines Fremden.",
            .recoverEmailButton: "Adresse wiederherstellen",
            .recoverEmailDoneTitle: "Ihre E-Mail-Adresse ist wiederhergestellt",
            .recoverEmailDone: "Wählen Sie jetzt ein neues Passwort. Jemand könnte das alte kennen.",
            .recoverEmailNote:
                "Sie haben die Adresse selbst geändert? Schließen Sie diese Seite. Die neue Adresse bleibt.",
            .signInTitle: "Anmelden",
            .signInText: "Weiter in der App, um sich anzumelden.",
            .signInNote:
                "Sie haben das nicht angefordert? Schließen Sie diese Seite. Niemand wird angemeldet.",
            .account: "für Ihr Konto bei %",
            .newPassword: "Neues Passwort",
            .ruleLength: "Mindestens % Zeichen",
            .ruleCommon: "Keines der häufigsten Passwörter",
            .ruleLowercase: "Ein Kleinbuchstabe",
            .ruleUppercase: "Ein Großbuchstabe",
            .ruleDigit: "Eine Ziffer",
            .ruleSymbol: "Ein Sonderzeichen wie ! oder -",
            .passwordTooShort: "Das Passwort muss mindestens % Zeichen haben.",
            .passwordTooCommon: "Dieses Passwort ist eines der häufigsten. Wählen Sie ein anderes.",
            .passwordTooLong: "Das Passwort ist zu lang.",
            .passwordNeedsLowercase: "Das Passwort braucht einen Kleinbuchstaben.",
            .passwordNeedsUppercase: "Das Passwort braucht einen Großbuchstaben.",
            .passwordNeedsDigit: "Das Passwort braucht eine Ziffer.",
            .passwordNeedsSymbol: "Das Passwort braucht ein Sonderzeichen wie ! oder -.",
            .continueTo: "Weiter zu %",
            .leadsTo: "Das führt zu %.",
            .openInApp: "Öffnen Sie diesen Link auf dem Gerät, auf dem Sie ihn angefordert haben.",
            .alreadyUsed: "Dieser Link wurde schon benutzt. Es ist nichts mehr zu tun.",
            .errorTitle: "Fehler: %",
            .invalidTitle: "Dieser Link funktioniert nicht",
            .invalid: "Der Link ist nicht mehr gültig. Fordern Sie in der App einen neuen an.",
            .incomplete:
                "Der Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail, oder kopieren Sie ihn ganz.",
            .expired: "Der Link ist abgelaufen. Fordern Sie in der App einen neuen an.",
            .disabled: "Dieses Konto ist gesperrt.",
            .emailTaken: "Ein anderes Konto hat diese E-Mail-Adresse.",
            .notAllowed: "Das ist für dieses Konto nicht möglich.",
            .signInFailedTitle: "Sie sind nicht angemeldet",
            .signInFailed:
                "Versuchen Sie es in der App noch einmal, in diesem Browser und binnen 15 Minuten.",
            .signInDeclined:
                "Sie haben die Anmeldung beim Anbieter nicht beendet, oder er hat sie abgelehnt. Gehen Sie zurück zur App. Dort können Sie es noch einmal versuchen.",
            .notFoundTitle: "Hier ist keine Seite",
            .notFound:
                "Dieser Server meldet Menschen bei Apps an. Öffnen Sie Ihre App, oder prüfen Sie die Adresse.",
            .busyTitle: "Bitte später noch einmal versuchen",
            .busy: "Der Server kann das gerade nicht ausführen. Nichts wurde geändert.",
        ]
    )
}
