import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { barsMark, textMark, type Sheet } from '#domain/document/sheet.ts'
import { sheetZpl } from './sheet-zpl.ts'

const place = { xMm: 5, widthMm: 90, maxLines: 1, sizeMm: 5, minSizeMm: 3 }
const lines = ['Élodie Lefèvre €', 'Łukasz Dvořák', 'Ștefan Țurcanu, Őrségi út', 'Großstraße ^FS_~\\ МОСКВА']
const sheet: Sheet = {
  title: 'Label',
  widthMm: 100,
  heightMm: 50,
  pages: [
    [
      ...lines.map((line, at) => textMark(line, { ...place, yMm: 2 + at * 7 })),
      { kind: 'box', xMm: 4, yMm: 1, widthMm: 92, heightMm: 30 },
      barsMark('2600001234567', { xMm: 5, yMm: 32, widthMm: 60, heightMm: 15 }, 0.25),
      { kind: 'datamatrix', xMm: 75, yMm: 32, sizeMm: 15, text: '2600001234567' },
    ],
  ],
}

it('writes a label as its golden file says, each line in a type that has its letters', () => {
  expect(sheetZpl(sheet, 8)).toBe(readFileSync(new URL('./label.golden.zpl', import.meta.url), 'utf8'))
})
