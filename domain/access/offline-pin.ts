/** For how many days after its last contact a device takes a PIN; 0 turns it off. An account without a choice has the default. */
export const offlineDays = { least: 0, most: 30, byDefault: 7 } as const

/** How many digits a PIN has. */
export const pinLength = { least: 6, most: 12 } as const

/** After so many wrong ones in a row the device forgets the PIN. */
export const mostWrongPins = 10

const second = 1000
const minute = 60 * second

/** How long the device waits after the first wrong PIN, the second and so on, in milliseconds. */
const waitsMs = [0, 0, 5 * second, 15 * second, 30 * second, minute, 2 * minute, 5 * minute, 15 * minute] as const

/** How long no PIN is taken after so many wrong ones in a row, in milliseconds. */
export function pinWaitMs(wrong: number): number {
  return wrong <= 0 ? 0 : waitsMs[Math.min(wrong, waitsMs.length) - 1]!
}

/** Why a PIN cannot be set. */
export const pinProblems = ['PIN_TOO_SHORT', 'PIN_TOO_LONG', 'PIN_NOT_DIGITS', 'PIN_COMMON'] as const
export type PinProblem = (typeof pinProblems)[number]

/** Rows, columns and turns of a number pad, and the digits that people take first. */
const guessedFirst: readonly string[] = [
  '147258',
  '258369',
  '147369',
  '159753',
  '159357',
  '357159',
  '753159',
  '741852',
  '852963',
  '963852',
  '789456',
  '456123',
  '123789',
  '112358',
  '314159',
  '271828',
  '142536',
  '102030',
  '520131',
  '696969',
  '007007',
]

/** Why a PIN is refused; null for one that may be set. */
export function pinProblem(pin: string): PinProblem | null {
  if (!/^\d*$/.test(pin)) return 'PIN_NOT_DIGITS'
  if (pin.length < pinLength.least) return 'PIN_TOO_SHORT'
  if (pin.length > pinLength.most) return 'PIN_TOO_LONG'
  return isCommon(pin) ? 'PIN_COMMON' : null
}

function isCommon(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, at) => (digit - digits[at]! + 10) % 10)
  // The same digit throughout, and runs up or down by any step: 111111, 123456, 987654, 246802.
  if (new Set(steps).size === 1) return true
  if (new Set(digits).size <= 2) return true
  // A part that is repeated, as 123123 or 121212, and pairs, as 112233.
  if ([2, 3, 4].some((part) => pin.length % part === 0 && pin === pin.slice(0, part).repeat(pin.length / part)))
    return true
  if (/^(?:(\d)\1)+$/.test(pin)) return true
  // There and back: 123321.
  if (pin === [...pin].toReversed().join('')) return true
  if (isDay(pin)) return true
  return guessedFirst.some((guess) => pin.includes(guess))
}

/** A day of a life, in the orders in which people write one: 140789, 14071989, 071489, 890714 and 19890714. */
function isDay(pin: string): boolean {
  const [first, second, third] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)]
  const isMonth = (text: string): boolean => /^(?:0[1-9]|1[0-2])$/.test(text)
  const isDate = (text: string): boolean => /^(?:0[1-9]|[12]\d|3[01])$/.test(text)
  const pair = (one: string, other: string): boolean =>
    (isDate(one) && isMonth(other)) || (isMonth(one) && isDate(other))
  if (pin.length === 6) return pair(first, second) || (isMonth(second) && isDate(third))
  if (pin.length !== 8) return false
  const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)
  return (pair(first, second) && isYear(third)) || (isYear(pin.slice(0, 4)) && pair(pin.slice(4, 6), pin.slice(6)))
}
