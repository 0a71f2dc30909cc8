import { fail, succeed, type Result } from '../kernel/result.ts'

/** Why a password is refused (AUTH-22 to AUTH-24). */
export type PasswordError =
  | 'PASSWORD_TOO_SHORT'
  | 'PASSWORD_TOO_LONG'
  | 'PASSWORD_NEEDS_LOWERCASE'
  | 'PASSWORD_NEEDS_UPPERCASE'
  | 'PASSWORD_NEEDS_DIGIT'

/** Shortest password, in characters. */
export const passwordMinimum = 8
/** Longest password that is hashed, in characters; bounds the cost of one request. */
export const passwordMaximum = 128

/** Checks a new password: at least 8 characters with a lower-case letter, an upper-case letter and a digit. */
export function checkPassword(password: string): Result<string, PasswordError> {
  // A character that takes two units of a text is one all the same; the longest is a bound of work, not of reading.
  if ([...password].length < passwordMinimum) return fail('PASSWORD_TOO_SHORT')
  if (password.length > passwordMaximum) return fail('PASSWORD_TOO_LONG')
  if (!/\p{Ll}/u.test(password)) return fail('PASSWORD_NEEDS_LOWERCASE')
  if (!/\p{Lu}/u.test(password)) return fail('PASSWORD_NEEDS_UPPERCASE')
  if (!/\d/.test(password)) return fail('PASSWORD_NEEDS_DIGIT')
  return succeed(password)
}
