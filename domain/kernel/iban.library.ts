import { isValidIBAN } from 'ibantools'

// What a copied IBAN brings along between its groups and at its ends: blanks and breaks of every width, marks that show
// nothing, and dashes and dots.
const between = /[\s\p{Z}\p{Cc}\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164\uffa0.\-\u2010-\u2015]/gu
const word = /^IBAN:?/i

/**
 * The electronic form of a typed IBAN; null where its country, length or check digits are wrong. Only the letters A to Z
 * and the digits 0 to 9 are read: what merely looks like one of them is none, so that two accounts are never the same.
 */
export function parseIban(typed: string): string | null {
  const bare = typed.replaceAll(between, '').replace(word, '')
  if (!/^[A-Za-z0-9]{5,34}$/.test(bare)) return null
  const iban = bare.toUpperCase()
  return isValidIBAN(iban) ? iban : null
}
