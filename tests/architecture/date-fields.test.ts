import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** The fields of a day, which keep the browser's own field hidden for its calendar alone. */
const dayFields = ['web/journey/screens/checkout/field.tsx', 'web/staff/ui/form/day-field.tsx']

it('no form shows a browser’s field of a day or time, which writes as the browser’s language does', () => {
  const own = /['"](?:date|datetime-local|month|time|week)['"]/
  const found = globSync('web/**/*.tsx', { cwd: root, exclude: (name) => name.includes('.test.') }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .some((line) => /\btype\b/.test(line) && own.test(line)),
  )
  expect(found.toSorted()).toEqual(dayFields)
  for (const file of dayFields) {
    const source = readFileSync(path.join(root, file), 'utf8')
    expect(source.match(/type="date"\s+className=\{classes\.calendar\}/g)).toHaveLength(1)
    expect(source.match(/type="date"/g)).toHaveLength(1)
  }
})
