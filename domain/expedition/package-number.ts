import { gs1CheckDigit, hasGs1CheckDigit } from '../kernel/check-digit.ts'

/** Serial numbers reserved for one device, both ends included. */
export interface NumberBlock {
  readonly firstSerial: number
  readonly lastSerial: number
}

/** Package numbers begin with the GS1 prefix for use inside a company, which no code of a buyback or item has. */
const prefix = '04'
const digits = 10
/** First serial that no package number has. */
export const packageSerialLimit = 10 ** digits
/** Numbers of one block. */
export const numberBlockSize = 50

/** The package number of a serial: 13 digits with their EAN-13 check digit. */
export function packageNumber(serial: number): string {
  if (!Number.isSafeInteger(serial) || serial < 0 || serial >= packageSerialLimit)
    throw new Error(`no package serial: ${serial}`)
  const body = `${prefix}${String(serial).padStart(digits, '0')}`
  return `${body}${gs1CheckDigit(body)}`
}

/** The serial of a package number; null where it is none. */
export function packageSerial(number: string): number | null {
  if (!/^04\d{11}$/.test(number) || !hasGs1CheckDigit(number)) return null
  return Number(number.slice(prefix.length, -1))
}

/** Whether a package number lies in a block. */
export function isInBlock(number: string, { firstSerial, lastSerial }: NumberBlock): boolean {
  const serial = packageSerial(number)
  return serial !== null && serial >= firstSerial && serial <= lastSerial
}

/** The next free number of a device's blocks; null where none is left, and closing packages offline has to wait. */
export function nextPackageNumber(blocks: readonly NumberBlock[], used: ReadonlySet<string>): string | null {
  for (const { firstSerial, lastSerial } of blocks)
    for (let serial = firstSerial; serial <= lastSerial; serial++) {
      const number = packageNumber(serial)
      if (!used.has(number)) return number
    }
  return null
}
