import { expect, it } from 'vitest'
import { readTextFile } from './read-text-file.ts'

it('a file is read in the letters in which a spreadsheet has written it', async () => {
  expect(await readTextFile(new Blob(['Zoé']))).toBe('Zoé')
  expect(await readTextFile(new Blob([Uint8Array.of(0x5a, 0x6f, 0xe9)]))).toBe('Zoé')
  expect(await readTextFile(new Blob([new Uint8Array(Buffer.from('\uFEFFZoé', 'utf16le'))]))).toBe('Zoé')
})

it('a workbook is no text', async () => {
  expect(await readTextFile(new Blob([Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)]))).toBeNull()
})
