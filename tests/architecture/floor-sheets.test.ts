import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** The tests that answer the sheets of the floor by barcodes alone. */
const walks = ['web/staff/app/barcode-alone.test.tsx', 'web/staff/app/sheets-by-barcode.test.tsx']
/** Sheets of another test, and which one. */
const elsewhere: Readonly<Record<string, string>> = {
  'web/staff/app/station-codes.tsx': 'tests/e2e/shift-by-scanner.test.ts',
}

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** The components beside a file that it imports. */
const near = (file: string): readonly string[] =>
  [...read(file).matchAll(/from '(\.[^']+\.tsx)'/g)].map(([, from = '']) => path.join(path.dirname(file), from))

it('every sheet over a floor screen is answered by barcodes alone in a test', () => {
  const sheets = globSync('web/staff/**/*.tsx', { cwd: root })
    .filter((file) => !/\.test\.|design-system/.test(file))
    .filter((file) => read(file).includes('<FloorSheet'))
  expect(sheets.length).toBeGreaterThan(20)
  const drawn = new Set(walks.flatMap((test) => near(test).flatMap((file) => [file, ...near(file)])))
  expect(sheets.filter((file) => !drawn.has(file)).toSorted()).toEqual(Object.keys(elsewhere))
})
