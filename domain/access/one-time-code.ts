/** Codes as authenticator apps make them: six digits, another one every half minute. */
export const oneTimeCode = { digits: 6, periodSeconds: 30, issuer: 'Reprise' } as const

/** How many steps a device's clock may be before or after the server's. */
export const codeTolerance = 1

/** How many recovery codes a user is given, each for one sign-in. */
export const recoveryCodeCount = 10

const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const recoveryLength = 10

/** A recovery code from random bytes: two groups of five characters that look like no other. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, recoveryLength)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/** A code as it is compared: people type blanks, dashes and capital letters. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '')
}

/** Whether a typed code has the form of an app's, rather than of a recovery code. */
export function isAppCode(typed: string): boolean {
  return new RegExp(`^\\d{${oneTimeCode.digits}}$`).test(plainCode(typed))
}

/** What happens to a user's ways of signing in. */
export const accessEventKinds = [
  'codes_on',
  'codes_off',
  'codes_reset',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
] as const
export type AccessEventKind = (typeof accessEventKinds)[number]
