import type { PasswordError } from './password.ts'

/** Reasons why access is refused; stable, shown and translated by code. */
export const accessErrors = [
  /** Unknown e-mail, inactive user and wrong password alike. */
  'ACCESS_CREDENTIALS_INVALID',
  'ACCESS_SSO_REQUIRED',
  'ACCESS_SSO_NOT_CONFIGURED',
  'ACCESS_SSO_PASSWORD_MANAGED',
  /** The identity provider is not what its configuration says: no document, another form, or it refuses our client. */
  'ACCESS_SSO_CONFIGURATION',
  'ACCESS_SSO_UNREACHABLE',
  /** The answer was used before, is too late, reached another browser, or does not prove who sends it. */
  'ACCESS_SSO_CALLBACK_INVALID',
  /** The provider, or its user, said no. */
  'ACCESS_SSO_DENIED',
  /** The provider knows a person who has no active user here. */
  'ACCESS_SSO_USER_UNKNOWN',
  /** The provider names no e-mail, one that it has not verified, or one of another domain. */
  'ACCESS_SSO_EMAIL_UNFIT',
  /** The provider signs in another person than the one who began. */
  'ACCESS_SSO_OTHER_USER',
  /** The user has signed in before as another person of the provider. */
  'ACCESS_SSO_OTHER_SUBJECT',
  /** No role of the provider stands for what the user is here. */
  'ACCESS_SSO_ROLE_MISSING',
  /** No session, or one that has ended: sign in again. */
  'ACCESS_SESSION_REQUIRED',
  'ACCESS_PERMISSION_MISSING',
  /** The user type of the module holds nothing, so the session has been ended (AUTH-31). */
  'ACCESS_NO_PERMISSIONS',
  'ACCESS_MODULE_MISMATCH',
  /** The page was drawn for another account than the session views by now. */
  'ACCESS_ACCOUNT_MISMATCH',
  /** The page was drawn for texts in another language than the account's is by now. */
  'ACCESS_LANGUAGE_MISMATCH',
  'ACCESS_MODULE_NOT_HELD',
  'ACCESS_ACCOUNT_LINK_INACTIVE',
  /** A client that rests is not opened. */
  'ACCESS_CLIENT_INACTIVE',
  'ACCESS_THROTTLED',
  'ACCESS_PASSWORD_LINK_INVALID',
  /** The link to the first administrator is unknown, or has expired; the next start of the program gives another. */
  'ACCESS_SET_UP_LINK_INVALID',
  /** The platform has an administrator, who signs in. */
  'ACCESS_SET_UP_DONE',
  'ACCESS_CURRENT_PASSWORD_WRONG',
  /** The password is right, and the user has turned one-time codes on. */
  'ACCESS_CODE_REQUIRED',
  /** Wrong, used before, or too old. */
  'ACCESS_CODE_WRONG',
  /** The user has to set up a second factor before anything else opens. */
  'ACCESS_SECOND_FACTOR_MISSING',
  /** The password is right, a second factor is demanded, and the user has passkeys and no codes. */
  'ACCESS_PASSKEY_REQUIRED',
  /** The same, and none of the passkeys is of the host name that was asked for; `details.hosts` names where they work. */
  'ACCESS_PASSKEY_ELSEWHERE',
  /** Removed here, of another host name, or never kept. */
  'ACCESS_PASSKEY_UNKNOWN',
  /** The answer is of another question, too late, used before, or not signed by the passkey. */
  'ACCESS_PASSKEY_WRONG',
  'ACCESS_PASSKEYS_FULL',
  /** The call is about money, users or keys: its user has to prove once more who it is. */
  'ACCESS_PROOF_REQUIRED',
  /** The account, or what the user is, allows no sign-in without a network. */
  'ACCESS_OFFLINE_OFF',
  'ACCESS_CODES_ON',
  'ACCESS_CODES_OFF',
  'ACCESS_WEB_ADDRESS_UNKNOWN',
  'PASSWORD_SAME_AS_OLD',
] as const
/** One reason, those of the password rule among them. */
export type AccessError = (typeof accessErrors)[number] | PasswordError
