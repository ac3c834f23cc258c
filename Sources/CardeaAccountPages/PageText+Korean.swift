extension PageText {
    static let korean = PageText(
        language: .korean,
        passwordReset: Action(
            title: "새 비밀번호 설정",
            question: "계정 % 의 비밀번호를 변경합니다. 모든 기기에서 로그아웃됩니다.",
            button: "비밀번호 저장",
            doneTitle: "비밀번호가 변경되었습니다",
            done: "비밀번호가 변경되었습니다. 이제 새 비밀번호로 로그인할 수 있습니다."
        ),
        verifyEmail: Action(
            title: "이메일 주소 확인",
            question: "% 이(가) 본인의 주소이고, 이 주소의 계정이 본인의 것입니까?",
            button: "확인",
            doneTitle: "이메일 주소가 확인되었습니다",
            done: "이메일 주소가 확인되었습니다."
        ),
        changeEmail: Action(
            title: "이메일 주소 변경",
            question: "계정의 주소를 % (으)로 변경합니다. 모든 기기에서 로그아웃됩니다.",
            button: "주소 변경",
            doneTitle: "이메일 주소가 변경되었습니다",
            done: "이메일 주소가 변경되었습니다. 새 주소로 로그인하십시오."
        ),
        recoverEmail: Action(
            title: "이메일 주소 복원",
            question: "계정의 주소를 다시 % (으)로 되돌립니다. 모든 기기에서 로그아웃됩니다.",
            button: "주소 복원",
            doneTitle: "이메일 주소가 복원되었습니다",
            done: "이전 주소로 복원되었습니다. 다른 사람이 비밀번호를 알 수 있으니 지금 새 비밀번호를 설정하십시오."
        ),
        signIn: Action(
            title: "로그인",
            question: "앱으로 이동하여 로그인하십시오.",
            button: "계속",
            doneTitle: "",
            done: ""
        ),
        newPassword: "새 비밀번호",
        passwordTooShort: "비밀번호는 % 자 이상이어야 합니다.",
        passwordTooCommon: "너무 흔한 비밀번호입니다. 다른 비밀번호를 선택하십시오.",
        passwordTooLong: "비밀번호가 너무 깁니다.",
        passwordNeedsLowercase: "비밀번호에 소문자가 있어야 합니다.",
        passwordNeedsUppercase: "비밀번호에 대문자가 있어야 합니다.",
        passwordNeedsDigit: "비밀번호에 숫자가 있어야 합니다.",
        passwordNeedsSymbol: "비밀번호에 ! 또는 - 같은 기호가 있어야 합니다.",
        notYou: "본인이 요청하지 않았다면 이 페이지를 닫으십시오. 아무것도 변경되지 않습니다.",
        continueToApp: "계속",
        openInApp: "링크를 요청한 기기에서 이 링크를 여십시오.",
        invalidTitle: "이 링크는 사용할 수 없습니다",
        invalid: "이미 사용되었거나 더 이상 유효하지 않은 링크입니다. 앱에서 새 링크를 요청하십시오.",
        incomplete: "링크가 완전하지 않습니다. 이메일에서 다시 열거나 링크 전체를 복사하십시오.",
        expired: "링크가 만료되었습니다. 앱에서 새 링크를 요청하십시오.",
        disabled: "사용이 중지된 계정입니다.",
        emailTaken: "다른 계정에서 이 이메일 주소를 사용하고 있습니다.",
        notAllowed: "이 계정에서는 할 수 없는 작업입니다.",
        signInFailedTitle: "로그인하지 못했습니다",
        signInFailed: "앱으로 돌아가 다시 시도하세요. 이 브라우저에서 15분 안에 마쳐 주세요.",
        signInDeclined: "제공업체에서 로그인을 마치지 않았거나 거부되었습니다. 앱으로 돌아가 다시 시도하세요.",
        notFoundTitle: "페이지가 없습니다",
        notFound: "이 서버는 앱 로그인을 처리합니다. 앱을 열거나 주소를 확인하세요.",
        busyTitle: "잠시 후 다시 시도하십시오",
        busy: "지금은 서버가 이 작업을 할 수 없습니다. 아무것도 변경되지 않았습니다."
    )
}
