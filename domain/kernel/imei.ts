import { luhnDigit } from './check-digit.ts'

/** What is doubtful about an IMEI of the right shape; each warns and may be continued (decisions, 15). */
export type ImeiDoubt = 'IMEI_CHECK_DIGIT' | 'IMEI_TAC_UNKNOWN' | 'IMEI_TAC_OTHER_MODEL'

/** What is known about type allocation codes where the question is asked; null where nothing is known. */
export interface TacKnowledge {
  /** Whether any model has this type allocation code. */
  readonly isKnown: ((tac: string) => boolean) | null
  /** Type allocation codes of the model in hand. */
  readonly ofModel: readonly string[] | null
}

/** Whether characters have the shape of an IMEI: 15 digits, 16 with a software version, or 17 (PUB-17). */
export function isImei(code: string): boolean {
  return /^\d{15,17}$/.test(code)
}

/** The digits of an IMEI as people write and print it, with spaces, dashes, dots or slashes between; null for another text. */
export function writtenImei(text: string): string | null {
  const digits = text.replaceAll(/[\s\-./\u00AD\u200B\u2010-\u2015\u2212]/g, '')
  return isImei(digits) ? digits : null
}

/** The type allocation code (TAC): the first 8 digits. */
export function tacOf(imei: string): string {
  return imei.slice(0, 8)
}

/** The digits that name one device: its check digit and the version of its software are written or left out. */
export function deviceOf(imei: string): string {
  return imei.slice(0, 14)
}

/**
 * Doubts about an IMEI: its Luhn digit and its TAC. Sixteen digits carry no check digit (3GPP TS 23.003, 6.2.2);
 * seventeen are an IMEI followed by its version.
 */
export function imeiDoubts(imei: string, tacs: TacKnowledge = { isKnown: null, ofModel: null }): readonly ImeiDoubt[] {
  const doubts: ImeiDoubt[] = []
  if (imei.length !== 16 && luhnDigit(deviceOf(imei)) !== imei[14]) doubts.push('IMEI_CHECK_DIGIT')
  const tac = tacOf(imei)
  if (tacs.isKnown !== null && !tacs.isKnown(tac)) doubts.push('IMEI_TAC_UNKNOWN')
  else if (tacs.ofModel !== null && !tacs.ofModel.includes(tac)) doubts.push('IMEI_TAC_OTHER_MODEL')
  return doubts
}
