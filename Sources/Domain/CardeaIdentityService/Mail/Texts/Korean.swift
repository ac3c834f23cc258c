import CardeaIdentityDomain

extension BuiltInMail {
    @Sendable static func koreanText(_ purpose: MailPurpose) -> BuiltInMail {
        switch purpose {
        case .passwordReset:
            BuiltInMail(
                subject: "%APP_NAME% 비밀번호 재설정",
                before: [
                    "안녕하세요.",
                    "%EMAIL% 계정의 %APP_NAME% 비밀번호를 재설정하려면 다음 링크를 여세요.",
                ],
                label: "비밀번호 재설정",
                after: [
                    "비밀번호 재설정을 요청하지 않았다면 이 이메일을 무시하셔도 됩니다.",
                    "감사합니다.\n%APP_NAME% 팀",
                ]
            )
        case .verifyEmail:
            BuiltInMail(
                subject: "%APP_NAME% 이메일 주소 인증",
                before: [
                    "안녕하세요.",
                    "이메일 주소 %EMAIL%을(를) 인증하려면 다음 링크를 여세요.",
                ],
                label: "이메일 주소 인증",
                after: [
                    "이 주소의 인증을 요청하지 않았다면 링크를 열지 마세요. 다른 사람이 이 주소를 계정에 사용했을 수 있습니다.",
                    "이 링크는 주소만 인증하며, 그 사람의 계정 이용을 끝내지 않습니다. 계정을 직접 사용하려면 대신 비밀번호를 재설정하세요.",
                    "감사합니다.\n%APP_NAME% 팀",
                ]
            )
        case .emailSignIn:
            BuiltInMail(
                subject: "%APP_NAME% 로그인",
                before: [
                    "안녕하세요.",
                    "이메일 주소 %EMAIL%(으)로 %APP_NAME%에 로그인하려는 요청을 받았습니다. 로그인하려면 다음 링크를 여세요.",
                ],
                label: "로그인",
                after: [
                    "이 링크를 요청하지 않았다면 이 이메일을 무시하셔도 됩니다.",
                    "감사합니다.\n%APP_NAME% 팀",
                ]
            )
        case .verifyAndChangeEmail:
            BuiltInMail(
                subject: "%APP_NAME% 새 이메일 주소 인증",
                before: [
                    "안녕하세요.",
                    "계정의 이메일 주소를 %EMAIL%에서 %NEW_EMAIL%(으)로 변경하려면 다음 링크를 여세요.",
                ],
                label: "새 이메일 주소 인증",
                after: [
                    "이 변경을 요청하지 않았다면 이 이메일을 무시하셔도 됩니다.",
                    "감사합니다.\n%APP_NAME% 팀",
                ]
            )
        case .recoverEmail:
            BuiltInMail(
                subject: "%APP_NAME% 이메일 주소가 변경되었습니다",
                before: [
                    "안녕하세요.",
                    "%APP_NAME% 계정의 이메일 주소가 %EMAIL%에서 %NEW_EMAIL%(으)로 변경되었습니다. 이 변경을 요청하지 않았다면 다음 링크를 열어 이메일 주소를 되돌리세요.",
                ],
                label: "이메일 주소 되돌리기",
                after: [
                    "직접 변경하셨다면 이 이메일을 무시하셔도 됩니다.",
                    "감사합니다.\n%APP_NAME% 팀",
                ]
            )
        }
    }
}
