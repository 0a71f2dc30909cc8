import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles } from './named-paths.ts'

const project = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(project, 'sync/README.md'), 'utf8')
const rules = [...page.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id = '']) => id)
const areas = [...new Set(rules.map((id) => id.replace(/-\d+$/, '')))]

/** Rules that tests and plants cite, by file. */
function cited(): Map<string, Set<string>> {
  const pattern = new RegExp(`\\b(?:${areas.join('|')})-\\d+\\b`, 'g')
  const found = new Map<string, Set<string>>()
  const files = projectFiles().filter(
    (file) =>
      /^(sync|api|web|tests)\/.*\.test\.tsx?$/.test(file) ||
      /^tests\/(plants\/.*\.mjs|sync\/simulation\/.*\.ts)$/.test(file),
  )
  for (const file of files) {
    if (file === 'tests/architecture/protocol.test.ts') continue
    for (const [id] of readFileSync(path.join(project, file), 'utf8').matchAll(pattern))
      found.set(id, (found.get(id) ?? new Set()).add(file))
  }
  return found
}

it('the protocol numbers each rule once, area by area', () => {
  expect(rules.length).toBeGreaterThan(40)
  expect(rules).toEqual([...new Set(rules)])
  for (const area of areas) {
    const own = rules.filter((id) => id.startsWith(`${area}-`))
    expect(own).toEqual(own.map((_, at) => `${area}-${at + 1}`))
  }
})

it('each rule of the protocol is cited by a test or a planted defect, and no other rule is', () => {
  expect([...cited().keys()].toSorted()).toEqual(rules.toSorted())
})
