import { fail, succeed, type Result } from '../kernel/result.ts'
import { isUuid } from '../kernel/uuid.ts'
import { visibleText } from '../kernel/visible-text.ts'
import { textOfSheet } from './sheet-text.ts'

/** What a field of a file holds. */
export type CellKind = 'text' | 'whole' | 'amount' | 'yes_no' | 'list' | 'codes'

/** The value of a field: null where nothing is written. */
export type CellValue = string | number | boolean | readonly string[] | null

// Spreadsheets write what they take for a yes or no in the language of who saves the file.
const words: Readonly<Record<string, boolean>> = {
  true: true,
  vrai: true,
  waar: true,
  wahr: true,
  1: true,
  false: false,
  faux: false,
  onwaar: false,
  falsch: false,
  0: false,
}

/** The text of a field, without the mark of a spreadsheet and without spaces around. */
export function fieldText(raw: string): string {
  return visibleText(textOfSheet(raw))
}

/** What a field says: texts without the mark and without spaces around, amounts and percentages in hundredths. */
export function readCell(kind: CellKind, raw: string): Result<CellValue, 'LINE_VALUE_WRONG'> {
  const text = fieldText(raw)
  switch (kind) {
    case 'text':
      return succeed(text === '' ? null : text)
    case 'list':
      return succeed(partsOf(text, '|'))
    case 'codes':
      return succeed(partsOf(text, /[|,]/))
    case 'whole':
      return numberOf(text, /^-?\d{1,9}$/, Number)
    case 'amount':
      return numberOf(text, /^-?\d{1,9}([.,]\d{1,2})?$/, hundredthsOf)
    case 'yes_no': {
      const word = words[text.toLowerCase()]
      return text === '' ? succeed(null) : word === undefined ? fail('LINE_VALUE_WRONG') : succeed(word)
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

function numberOf(
  text: string,
  shape: RegExp,
  read: (text: string) => number,
): Result<number | null, 'LINE_VALUE_WRONG'> {
  if (text === '') return succeed(null)
  return shape.test(text) ? succeed(read(text)) : fail('LINE_VALUE_WRONG')
}

// By its digits: a product of fractions would miss a hundredth now and then.
function hundredthsOf(text: string): number {
  const [whole = '', part = ''] = text.replace('-', '').split(/[.,]/)
  const size = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return text.startsWith('-') && size !== 0 ? -size : size
}
