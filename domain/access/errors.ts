import type { PasswordError } from './password.ts'

/** Reasons why access is refused; stable, shown and translated by code. */
export const accessErrors = [
  /** Unknown e-mail, inactive user and wrong password alike. */
  'ACCESS_CREDENTIALS_INVALID',
  'ACCESS_SSO_REQUIRED',
  'ACCESS_SSO_NOT_CONFIGURED',
  'ACCESS_SSO_PASSWORD_MANAGED',
  /** No session, or one that has ended: sign in again. */
  'ACCESS_SESSION_REQUIRED',
  'ACCESS_PERMISSION_MISSING',
  /** The user type of the module holds nothing, so the session has been ended (AUTH-31). */
  'ACCESS_NO_PERMISSIONS',
  'ACCESS_MODULE_MISMATCH',
  'ACCESS_MODULE_NOT_HELD',
  'ACCESS_ACCOUNT_LINK_INACTIVE',
  'ACCESS_THROTTLED',
  'ACCESS_PASSWORD_LINK_INVALID',
  'ACCESS_CURRENT_PASSWORD_WRONG',
  'ACCESS_WEB_ADDRESS_UNKNOWN',
  'PASSWORD_SAME_AS_OLD',
] as const
/** One reason, those of the password rule among them. */
export type AccessError = (typeof accessErrors)[number] | PasswordError
