import { fail, succeed, type Result } from '../kernel/result.ts'
import { isUuid } from '../kernel/uuid.ts'
import { visibleText } from '../kernel/visible-text.ts'
import { hundredthsIn, parseInteger, type NumberFault } from './import-number.ts'
import { yesOrNo } from './import-words.ts'
import { textOfSheet } from '../kernel/sheet-text.ts'

/** What a field of a file holds. */
export type CellKind = 'text' | 'whole' | 'amount' | 'rate' | 'yes_no' | 'list' | 'codes'

/** The value of a field: null where nothing is written. */
export type CellValue = string | number | boolean | readonly string[] | null

/** The text of a field, without the mark of a spreadsheet and without spaces around. */
export function fieldText(raw: string): string {
  return raw === '' ? '' : visibleText(textOfSheet(raw))
}

/** Letters at each end by which keys are compared: no key that is taken has as many. */
const keyLetters = 500

/** The text of a field by which lines are compared; of a long one, which many lines may share, its length and its ends. */
export function keyText(raw: string): string {
  if (raw.length <= 2 * keyLetters) return fieldText(raw)
  return `${fieldText(raw.slice(0, keyLetters))} ${raw.length} ${fieldText(raw.slice(-keyLetters))}`
}

/** What a field says: texts without the mark and without spaces around, amounts and rates in hundredths. */
export function readCell(kind: CellKind, raw: string): Result<CellValue, NumberFault> {
  const text = fieldText(raw)
  switch (kind) {
    case 'text':
      return succeed(text === '' ? null : text)
    case 'list':
      return succeed(partsOf(text, '|'))
    case 'codes':
      return succeed(partsOf(text, /[|,]/))
    case 'whole':
      return text === '' ? succeed(null) : parseInteger(text)
    case 'amount':
    case 'rate':
      return text === '' ? succeed(null) : hundredthsIn(text, kind)
    case 'yes_no': {
      if (text === '') return succeed(null)
      const said = yesOrNo(text)
      return said === null ? fail('LINE_VALUE_WRONG') : succeed(said)
    }
  }
}

/** The id that a field holds; null where there is none. */
export function readId(raw: string): Result<string | null, 'LINE_ID_INVALID'> {
  const text = fieldText(raw)
  if (text === '') return succeed(null)
  const id = text.toLowerCase()
  return isUuid(id) ? succeed(id) : fail('LINE_ID_INVALID')
}

function partsOf(text: string, by: string | RegExp): readonly string[] {
  const parts = text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return [...new Set(parts)]
}
