import { isEmail } from '../kernel/email.ts'
import type { CustomerChecks } from './customer.ts'
import { defaultPhoneCountry } from './customer.ts'

/** How long a customer who agreed to it is found again after the last such sale, in days. */
export const foundAgainDays = 3 * 365

/** Most customers that one phone number or e-mail names: a household shares them, a company has its own ways. */
export const mostFoundAgain = 5

/** What a customer is found again by: all of an e-mail in small letters, or of a phone number in international form. */
export type FoundBy = { readonly email: string } | { readonly phone: string }

/** Reads what was typed; null where it is neither. A part of either finds nobody, so that nobody leafs through customers. */
export function foundBy(typed: string, country: string | null, checks: CustomerChecks): FoundBy | null {
  const text = typed.trim()
  if (isEmail(text)) return { email: text.toLowerCase() }
  const phone = checks.phone(text, country ?? defaultPhoneCountry)
  return phone === null ? null : { phone }
}

/** Since when a customer must have agreed to be found on a day. */
export function foundAgainSince(now: Date): Date {
  return new Date(now.getTime() - foundAgainDays * 86_400_000)
}

/** The first letter of each word, the others hidden: enough for a person who stands there to say which one it is. */
export function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ')
}

/** The last letters of a text, the others hidden; of a short text nothing is left. */
export function maskedEnd(text: string, shown: number): string {
  const letters = [...text.replaceAll(/\s/g, '')]
  return `•••• ${letters.length > shown + 2 ? letters.slice(-shown).join('') : ''}`.trim()
}

/** An e-mail as its first letter and where it is. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${at < 0 ? '' : email.slice(at)}`
}
