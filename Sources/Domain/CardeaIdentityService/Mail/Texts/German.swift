import CardeaIdentityDomain

extension BuiltInMail {
    @Sendable static func germanText(_ purpose: MailPurpose) -> BuiltInMail {
        switch purpose {
        case .passwordReset:
            BuiltInMail(
                subject: "Passwort für %APP_NAME% zurücksetzen",
                before: [
                    "Guten Tag,",
                    "Über diesen Link setzen Sie das %APP_NAME%-Passwort Ihres Kontos %EMAIL% zurück.",
                ],
                label: "Passwort zurücksetzen",
                after: [
                    "Wenn Sie Ihr Passwort nicht zurücksetzen wollten, können Sie diese Nachricht ignorieren.",
                    "Vielen Dank,\nIhr %APP_NAME%-Team",
                ]
            )
        case .verifyEmail:
            BuiltInMail(
                subject: "E-Mail-Adresse für %APP_NAME% bestätigen",
                before: [
                    "Guten Tag,",
                    "Über diesen Link bestätigen Sie Ihre E-Mail-Adresse %EMAIL%.",
                ],
                label: "E-Mail-Adresse bestätigen",
                after: [
                    "Wenn Sie diese Bestätigung nicht angefordert haben, öffnen Sie den Link nicht: Vielleicht hat eine andere Person Ihre Adresse für ein Konto verwendet.",
                    "Der Link bestätigt nur die Adresse. Er beendet nicht den Zugriff dieser Person auf das Konto. Um das Konto zu übernehmen, setzen Sie stattdessen dessen Passwort zurück.",
                    "Vielen Dank,\nIhr %APP_NAME%-Team",
                ]
            )
        case .emailSignIn:
            BuiltInMail(
                subject: "Bei %APP_NAME% anmelden",
                before: [
                    "Guten Tag,",
                    "Für diese E-Mail-Adresse, %EMAIL%, wurde eine Anmeldung bei %APP_NAME% angefordert. Über diesen Link melden Sie sich an.",
                ],
                label: "Anmelden",
                after: [
                    "Wenn Sie diesen Link nicht angefordert haben, können Sie diese Nachricht ignorieren.",
                    "Vielen Dank,\nIhr %APP_NAME%-Team",
                ]
            )
        case .verifyAndChangeEmail:
            BuiltInMail(
                subject: "Neue E-Mail-Adresse für %APP_NAME% bestätigen",
                before: [
                    "Guten Tag,",
                    "Über diesen Link ändern Sie die E-Mail-Adresse Ihres Kontos von %EMAIL% in %NEW_EMAIL%.",
                ],
                label: "Neue E-Mail-Adresse bestätigen",
                after: [
                    "Wenn Sie diese Änderung nicht angefordert haben, können Sie diese Nachricht ignorieren.",
                    "Vielen Dank,\nIhr %APP_NAME%-Team",
                ]
            )
        case .recoverEmail:
            BuiltInMail(
                subject: "Ihre E-Mail-Adresse für %APP_NAME% wurde geändert",
                before: [
                    "Guten Tag,",
                    "Die E-Mail-Adresse Ihres %APP_NAME%-Kontos wurde von %EMAIL% in %NEW_EMAIL% geändert. Wenn Sie das nicht veranlasst haben, stellen Sie Ihre E-Mail-Adresse über diesen Link wieder her.",
                ],
                label: "E-Mail-Adresse wiederherstellen",
                after: [
                    "Wenn Sie die Adresse selbst geändert haben, können Sie diese Nachricht ignorieren.",
                    "Vielen Dank,\nIhr %APP_NAME%-Team",
                ]
            )
        }
    }
}
