import { expect, it } from 'vitest'
import { checkPdf, legalFileBytes } from './legal-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const end = '\nstartxref\n9\n%%EOF\n'
const sized = (bytes: number) => bytesOf(`%PDF-1.7\n${' '.repeat(bytes - 9 - end.length)}${end}`)

it.each([
  ['a small one', bytesOf(`%PDF-1.4\n1 0 obj\nendobj${end}`), null],
  ['one of just 250 kB', sized(legalFileBytes), null],
  ['one byte more', sized(legalFileBytes + 1), 'PDF_TOO_LARGE'],
  ['one that was cut', sized(legalFileBytes).subarray(0, -3), 'PDF_BROKEN'],
  ['a page with the ending of one', bytesOf(`<html>%PDF-1.4${end}`), 'PDF_TYPE_WRONG'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'PDF_TYPE_WRONG'],
  ['nothing', new Uint8Array(), 'PDF_TYPE_WRONG'],
] as const)('a legal file is judged by its content: %s', (_name, bytes, code) => {
  const checked = checkPdf(bytes)
  expect(checked.ok ? null : checked.error).toBe(code)
})
