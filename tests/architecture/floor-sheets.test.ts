import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** The tests that answer the sheets of the floor by barcodes alone. */
const walks = ['barcode-alone', 'sheets-by-barcode', 'attention-by-barcode'].map(
  (name) => `web/staff/app/${name}.test.tsx`,
)
/** Sheets of another test, and which one. */
const elsewhere: Readonly<Record<string, string>> = {
  'web/staff/app/station-codes.tsx': 'tests/e2e/shift-by-scanner.test.ts',
}
/** Sheets that a walk opens by what draws them. */
const within: Readonly<Record<string, string>> = {
  'web/staff/features/attention/removal-sheet.tsx': 'web/staff/features/attention/discard-sheet.tsx',
  'web/staff/features/check-in/line-sheet.tsx': 'web/staff/features/check-in/check-in-sheets.tsx',
  'web/staff/features/check-in/options-sheet.tsx': 'web/staff/features/check-in/check-in-sheets.tsx',
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
  const drawn = new Set(walks.flatMap(near))
  const isDrawn = (file: string): boolean => drawn.has(file) || drawn.has(within[file] ?? '')
  expect(sheets.filter((file) => !isDrawn(file)).toSorted()).toEqual(Object.keys(elsewhere))
})
