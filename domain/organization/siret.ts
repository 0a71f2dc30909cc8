import { hasLuhnDigit } from '../kernel/check-digit.ts'

/** The SIREN of La Poste, whose post offices outnumber the SIRETs with a Luhn digit. */
const laPoste = '356000000'

/**
 * Whether the 14 digits of a SIRET are one: its SIREN, which is the first nine, and the whole each end with their Luhn
 * digit; with La Poste the sum of all digits may be a multiple of 5 instead.
 */
export function hasSiretCheckDigits(siret: string): boolean {
  if (!hasLuhnDigit(siret.slice(0, 9))) return false
  if (hasLuhnDigit(siret)) return true
  return siret.startsWith(laPoste) && [...siret].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0
}
