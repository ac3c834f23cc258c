/// Signatures by one RSA key over the message `cardea`, made by raw exponentiation of blocks that PKCS #1
/// v1.5 forbids.
enum RSAVectors {
    static let modulus =
        "vqYZ3bOlNaVnpho3E4xmGhvePcxJ1M914YcHlfLO0isEHMRCDGlc5esouDmmd1JsgnZ1WN76WS1s5CtM3EU9MeRk"
        + "jIKWYD6jHKVJa3ziMXNYd3fb-"
        + "Z4ngjLEOP3liUFlODh9uHAxL1LTmxqFXxW6Z24FtZ1ZPgY3zaU15h_NgQlL48wkywUkqfO6AQhgYzOi4wtMjeeLE"
        + "Aw5-SQVXMw-RijKVO8OT-vZslLJs-ps46aiYaFUngIRs5uAUW1MFIZr4Ef0BfOJQqoHvkp9fan0DTlIPbg2L7XwG"
        + "IeKEBaLpMUkzVWvHuYroA_0EmqYappqP1jFaSnNedp0zW6pov_Rkw"

    static let right =
        "JQ8hIauJ6_jlAQBtSuZ0MpZXiJLieHSp21Ai7YFaFGkCtorjpPb2w39Wdqdn_1lZ4qqU3gEGpDRbAToWxI2fYFLw"
        + "cBKXtdMq046SJygz4YnEvNCGpfev2FenF_U8ZDu2-"
        + "KIzlfPwTZh8cRFW8cQN_DA4FeRm_ub1_2XpJj_WVes6lbmFbhzAHvArxSi2mmIu-"
        + "BwVWuog5R7GWmvhc86Jl1y7YGRsjEoAhDLHJ-tFlWT_mCm0XrXYqCAbOclJt96AGjwNLvfEj7GcB0MLcpmOJSd3W"
        + "end5BowkHKP6NaMntQYprfJrpWwb01fPieOfav57G9WzpBk_OFfxwT8zNzqfQ"

    /// Each with what is wrong about its block.
    static let wrong: [(flaw: String, signature: String)] = [
        (
            "garbage after the hash",
            "abyWJYXRBBJUbtkO_A_wrwdK9RcavFcqFiz86myVms1HpXv03MG185ki5oClqCSx_nbaTzsfhfi9nnLLIHR-"
                + "1jeJY6tQYTSntGvz49BRAvIpaefIM8f7U34FhZgElP0libHWAQRbYxbFAD82N25raq1IVqEftZPQZHPa4-"
                + "YyROqI0fGBY_-ws-qP9-gGI_QvkDlj2E4futfkNsS6KwROOzSa3708R-"
                + "6Ggd7Pxgl7HZV9A4cfKZEYtjdePTWIqTslGdH7T-zzfZDoBbP87ypfkH-"
                + "aZQRPYERWPPIVFDh1XDa6DrlHinR-0BjsTW65_P6JouYyTLu2_0Do8h7cQMgm8Q"
        ),
        (
            "garbage in the padding",
            "F5UA0ULXqr88eaOlsEAw5kBp79ulRhaTcGQ6Bls0BWnosbycxAmnAWfWMTOFuGLoQ8mLC-al0RfVC7C1O3MM4Pn-"
                + "HQZ7PplBoQNbe8Li7akYVWfWG-zLRk0R_x3tXGgJYuPT5ILur8A6RozFABWT0Gm6KN-"
                + "54JXQpVYZj5KlIp2H3ieYX1PNgRjoBLE03_MJ4ekavULwIm-BgClDd-"
                + "yqhRd-C3oJbaoVpEvx_RgqEka8S1PAsDeEMVPjr-oLSLmGraSgPPACeF1sZgRychPm9DA9rwe0j7mfx65pIA9TVG"
                + "EtlOgolRp67bqtCFaixiS6tH6KVp4ct7kzvu9qqJPQaA"
        ),
        (
            "block type 2",
            "XVyXKvSa3apC0-"
                + "xDFJuLtbJVzp9mgmgXhpdWC541DFEYGF62i7YqksmY8Y5LkNZ35JLZUpon4V0WF2GghbhhYcGO5NHgNjt9M2Gaju"
                + "Rda99wKuRSGrvntQuZB4QRQgfKbAIE_7teFhQoFnSIZQ2qWEL-szACbgwYg_pN9Ycc4CgjDGbS6Rm97CfFbaCsYh"
                + "dwy6yD8gO8hnhBl24BTaYA6vZsqEqF5JHA3gUusvNXP9pMg3zr1bs1LMLgG7dj3EeF40J_kvpMrunUBTTpCf0Tya"
                + "ZsV-8N8HhWNIqunhFZLQRn0x7yHQzSc0xalZsliZkpuAB9O96abIlFgB0VPzlgmg"
        ),
        (
            "no separator",
            "YlKWYxD3yxbScpa1GgW7Nkx2iiOoG7SRibHg_xq5rKh4abnn-"
                + "Lutqhoi4tqnR5BTV4ZzMGIIP9W-EDzMRjuG5XkgqRIAu-8i6T4SpLMD3i0zbcjtvQD0KnehUeJ-aTCNthJCPU1om"
                + "7RjeEnWDPzcNESTDgwVqrqmUK86z-"
                + "wqsCiua6Ll8G6FJKI27CZKTRy_gpw9stpz0dDoBk9U610bATXBxNMuL_4vB8uZwo-"
                + "g3RImGv7een4MZf2TUQOos4QGfKDMYCJQ1nLMavjm_mDTTg6xniZybGa3IBW7Imb8Yesv7Ly8yhRyVIAxfTfok3a"
                + "XOIKv_HWGpPjEuVsZ_r9tkQ"
        ),
        (
            "digest without its name",
            "Au4xwGr1KXviXoTtMOZBbLVzFZZJlD21w3ZDNgc32R2FQkalgLyZauqLiQshSQJbOQ96OCPyzy_G-hrpJfev-fMn"
                + "9NWz6ZDjLj75YpOKX3-QDTKRPgysRmGXCI1-FXU6bQddGApE16PtTHUIC2JaFPzY8VDBgJaty_ozfUQerzlU-"
                + "11WRZ1-"
                + "QqE6S5woyb0TnAm635I1rcJE15_rkcgAxGL7LNegpnhg3K5NKxb0TQVdfb4MOFfLA0SaO45rKrReec9E_n3KTi__"
                + "3BbPBoNND9lQrWyCxeHpzjCzNki4Vky3rHF4mvl5hlzJCvBE8frzlLC8CSPV_Q7bvICPyvRhrw"
        ),
        (
            "parameters left out",
            "iAQR3vguUcby0n9wqPvHYw0qgPYqbMRUncCsOU6VhzACuPhOfJhlZN96xv9iGyvdSFhQvHXgqAwlaiAIK__v1Uey"
                + "jmkvGQcqPYHuqd6ni9s0ARmA23QwLzbNXZjtzbJYhIiPXhY_Ko4Z1P9lX_MkzTamdBLgiFYskNPiB3qp3QJ9kzEj"
                + "f862DLYazz3MFB_Fm1_9NV5zPP_RlObJ893R2r9AT-nlrD7uW-"
                + "LY7o5ssLG3sRen5ARDD_4B0vNNvNeKdUCdPSrJZDK0EaEJSGXbbx-vScGvXY8EFG2riHeTDh8uzX-"
                + "QUs997UOQ3yppsSa-H_UWkNxItG29EY5rACexNA"
        ),
        (
            "named SHA-512",
            "tREd0frTcuzqGcMGh9Q4C2oNGk2iSLV-RgdZTnoj-zNWJ743mI54p-OBPJwk0fQo6h-"
                + "ff_nDyjU6iDZabk8C67rzRSjLXyKApLJD7Axx52qPedpS913HIUKYKvfRlzY6FlmQnHULzDlqPnithw-UyOJx43v"
                + "VZLvAjgdFIZHmvNPVBK0SFBijy3LtKEKA9pTNlssG2ccPbjBILjU6iuG2YDt0E_PYbWaZy7sCMh9xwa_gGyEMZdG"
                + "ZnWYPM4ESbdAcZWUzmgNZ9I7DVsx14lEE3Yl9ukC6tcSfGayRBg1XC9Zom9O4RlMBWe4X6EYRF_1sFZoUsDTLAkA"
                + "scYUzDsgV1w"
        ),
        (
            "length in long form",
            "hvPzIvQUK3qDDxlFbMUGW7OCT9BBRQrL9zSr2tRyYlUKl_NR7MeMpCMkhBvo7z_wJfjfu6ePLI7oL7OUcknWtV8R"
                + "TrxWgv-mZ9cEmCRMUEy4_A0yGV3lrkcz2Zh2RyC437s_tdXKzysTbTSmzScNtMHi9SCucerwCh5ojTo4IeJDEKpd"
                + "uV_iSQVbj7koN60JVtZbnQsRsHVnnEeKNVELuEsSaOoYNh4uF3z-vwfUivcWCuqESNRnI-"
                + "5zCJLmqy7BDkC8CzgwTFa_kWJdEtoVjXpjXN3Qf1BMb9p53onzRL0jnvH9U_uftPo6vV8a3ZrWTl5GsLbueE9BBL"
                + "ZLnN5UbQ"
        ),
    ]

    /// A modulus of 1024 bits.
    static let smallModulus =
        "yYKlAicNVkECETaAwwomn39R76uqMiE3Etrk9ehI-"
        + "0nu9BGdHmofrI85LknQmLnAfaXf559ol1HKRHXRtRYqCf6rBeTn3ODyErUkPhN3dJ-s1iC3dtydGQV4iPSv-"
        + "cz0Iw4x1wnGJOgb8ZMII6oaAPjRQ-I1WvsEjN9Ff0Gj1LM"
}
