/** Check digit of GS1 keys (EAN-8, EAN-13, GTIN-14, SSCC): weights 3 and 1 from the right. `digits` excludes it. */
export function gs1CheckDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    sum += at % 2 === 0 ? digit * 3 : digit
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether the last digit of a GS1 key is its check digit; false for anything but digits. */
export function hasGs1CheckDigit(code: string): boolean {
  return /^\d{2,}$/.test(code) && gs1CheckDigit(code.slice(0, -1)) === code.at(-1)
}

/** Luhn digit, as of an IMEI's first 14 digits (3GPP TS 23.003, annex B) or of a SIREN. `digits` excludes it. */
export function luhnDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether the last of some digits is their Luhn digit. */
export function hasLuhnDigit(digits: string): boolean {
  return luhnDigit(digits.slice(0, -1)) === digits.at(-1)
}
