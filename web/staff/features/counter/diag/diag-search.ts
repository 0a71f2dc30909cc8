import { isImei } from '#domain/kernel/imei.ts'

/** What the address of the questions says. */
export interface DiagSearch {
  /** Counted from 1. */
  readonly step?: number
  /** The number that led to the product. */
  readonly imei?: string
  /** The product of the cart that is changed. */
  readonly line?: string
}

/** Reads it; what has another shape is left out. */
export function parseDiagSearch(search: Readonly<Record<string, unknown>>): DiagSearch {
  const step = Number(search.step)
  const { imei } = search
  return {
    ...(Number.isInteger(step) && step > 1 && step < 500 && { step }),
    ...(typeof imei === 'string' && isImei(imei) && { imei }),
    ...(typeof search.line === 'string' && search.line !== '' && { line: search.line }),
  }
}
