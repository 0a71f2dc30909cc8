import type { CommonPasswords } from './common-passwords.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'

/** Why a password is refused (AUTH-22 to AUTH-24). */
export const passwordErrors = [
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_NEEDS_LOWERCASE',
  'PASSWORD_NEEDS_UPPERCASE',
  'PASSWORD_NEEDS_DIGIT',
  /** Among the most common, or a slight change of one. */
  'PASSWORD_COMMON',
  /** Holds the e-mail's name or the account's. */
  'PASSWORD_HOLDS_NAME',
] as const
export type PasswordError = (typeof passwordErrors)[number]

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

/** What a new password is held against beside the rule. */
export interface PasswordSurroundings {
  readonly email: string
  /** Null where there is no account yet. */
  readonly accountName: string | null
  /** Null where the list is not at hand, as on a device without a network. */
  readonly common: CommonPasswords | null
}

/** Checks a new password by the rule, by the names that anybody would try, and by the list of common ones. */
export function checkNewPassword(
  password: string,
  { email, accountName, common }: PasswordSurroundings,
): Result<string, PasswordError> {
  const checked = checkPassword(password)
  if (!checked.ok) return checked
  if (holdsName(password, [email.split('@')[0] ?? '', accountName ?? ''])) return fail('PASSWORD_HOLDS_NAME')
  if (common?.has(password) === true) return fail('PASSWORD_COMMON')
  return checked
}

/** Shorter words stand in other words by chance. */
const shortestName = 4

function holdsName(password: string, names: readonly string[]): boolean {
  const plain = lettersOf(password)
  return names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .map(lettersOf)
    .some((name) => name.length >= shortestName && plain.includes(name))
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
