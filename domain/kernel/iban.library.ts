import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** The electronic form of a typed IBAN; null where its country, length or check digits are wrong. */
export function parseIban(typed: string): string | null {
  const iban = electronicFormatIBAN(typed)
  return iban !== null && isValidIBAN(iban) ? iban : null
}
