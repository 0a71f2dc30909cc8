import { expect, it } from 'vitest'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { SheetRows } from './sheet-file.ts'

const found = { format: 'csv', encoding: null, delimiter: null } as const
const names = (count: number) => Array.from({ length: count }, (_, at) => `name ${at}`)

it('refuses a head of too many columns before a row is read, empty ones behind it not counted', () => {
  const wide = new SheetRows()
  expect(wide.add(1, names(importLimits.columns + 1))).toBe(false)
  expect(wide.done(found)).toMatchObject({ ok: false, error: { code: 'IMPORT_TOO_MANY_COLUMNS' } })
  const most = new SheetRows()
  expect(most.add(1, [...names(importLimits.columns), ...Array.from({ length: 16_384 }, () => '')])).toBe(true)
  expect(most.add(2, ['1'])).toBe(true)
  expect(most.done(found)).toMatchObject({ ok: true })
})

it('keeps short rows short', () => {
  const rows = new SheetRows()
  rows.add(1, names(1_000))
  rows.add(2, ['1', '', '2', '', ...Array.from({ length: 900 }, () => ' ')])
  expect(rows.rows[0]?.cells).toEqual(['1', '', '2'])
})
