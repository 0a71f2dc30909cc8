import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const importOf = /^import (\w+) from '([^']+\.module\.css)'$/gm

/** The style sheets that a component imports, by the name that it gives them. */
function sheetsOf(file: string, source: string): readonly { readonly name: string; readonly sheet: string }[] {
  return [...source.matchAll(importOf)].map(([, name = '', from = '']) => ({
    name,
    sheet: from.startsWith('#') ? path.join(root, from.slice(1)) : path.resolve(path.dirname(file), from),
  }))
}

function classesOf(sheet: string): ReadonlySet<string> {
  return new Set([...readFileSync(sheet, 'utf8').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}

it('a component names no class that its style sheets lack', () => {
  const files = globSync('web/**/*.tsx', { cwd: root }).map((file) => path.join(root, file))
  const lacking = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const body = source.replaceAll(importOf, '')
    return sheetsOf(file, source).flatMap(({ name, sheet }) => {
      const known = classesOf(sheet)
      // A call is a method of a variable that has the same name.
      const used = [...body.matchAll(new RegExp(`\\b${name}\\.([a-z]\\w*)\\b(?!\\()`, 'gi'))]
      return used.filter(([, one = '']) => !known.has(one)).map(([text]) => `${path.relative(root, file)}: ${text}`)
    })
  })
  expect(files.length).toBeGreaterThan(100)
  expect(lacking).toEqual([])
})
