import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './layer-rules.ts'
import { graphOf, readSources } from './module-graph.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** The violations of a small tree, given as path and text. */
function violations(tree: Readonly<Record<string, string>>): string[] {
  return violationsOf(graphOf(new Map(Object.entries(tree))))
}

describe('the house', () => {
  const sources = readSources(project)
  const graph = graphOf(sources)

  it('keeps every arrow of the layout', () => {
    expect(violationsOf(graph)).toEqual([])
  })

  it('is read whole: every source file is parsed, and its imports are followed', () => {
    const names = ['domain', 'sync', 'api', 'web'].flatMap((root): readonly unknown[] =>
      readdirSync(path.join(project, root), { recursive: true }),
    )
    const count = names.map(String).filter((name) => /\.tsx?$/.test(name) && !/\.(gen|d)\.ts$/.test(name)).length
    expect(graph.files.size).toBe(count)
    const written = [...sources.values()].join('\n').match(/^(import|export) .*? from '/gm)?.length ?? 0
    expect(graph.arrows.length).toBeGreaterThanOrEqual(written)
    expect(written).toBeGreaterThan(50)
  })
})

describe('a planted violation is found', () => {
  const leaf = 'export const a = 1'
  it.each([
    ['domain imports sync', { 'domain/kernel/a.ts': `import '#sync/records.ts'`, 'sync/records.ts': leaf }],
    ['sync imports api', { 'sync/records.ts': `import { a } from '#api/app.ts'`, 'api/app.ts': leaf }],
    ['web imports api', { 'web/lib/a.ts': `import type { A } from '#api/app.ts'`, 'api/app.ts': leaf }],
    ['api imports web', { 'api/app.ts': `export * from '../web/lib/a.ts'`, 'web/lib/a.ts': leaf }],
    [
      'an earlier context imports a later one',
      { 'domain/catalog/a.ts': `import '../refurb/b.ts'`, 'domain/refurb/b.ts': leaf },
    ],
    ['a context that is not one', { 'domain/common/a.ts': `import '../kernel/b.ts'`, 'domain/kernel/b.ts': leaf }],
    [
      'a database port imports a feature',
      { 'api/db/a.ts': `import '../features/access/b.ts'`, 'api/features/access/b.ts': leaf },
    ],
    [
      'a feature of the api imports another',
      { 'api/features/access/a.ts': `import '../catalog/b.ts'`, 'api/features/catalog/b.ts': leaf },
    ],
    ['the app imports the start-up root', { 'api/app.ts': `import './main.ts'`, 'api/main.ts': leaf }],
    [
      'the wire imports an operation',
      { 'sync/wire/a.ts': `import '../operations/item/b.ts'`, 'sync/operations/item/b.ts': leaf },
    ],
    [
      'a screen imports the app around it',
      { 'web/staff/features/item/a.tsx': `import '../../app/b.ts'`, 'web/staff/app/b.ts': leaf },
    ],
    [
      'a screen imports another context',
      { 'web/staff/features/item/a.tsx': `import '../catalog/b.ts'`, 'web/staff/features/catalog/b.ts': leaf },
    ],
    [
      'a component imports the device database',
      { 'web/staff/ui/a.tsx': `import '#web/local/b.ts'`, 'web/local/b.ts': leaf },
    ],
    [
      'the journey imports the staff entry',
      { 'web/journey/main.tsx': `await import('../staff/main.tsx')`, 'web/staff/main.tsx': leaf },
    ],
    ['shared code imports an entry', { 'web/scan/a.ts': `import '../staff/ui/b.ts'`, 'web/staff/ui/b.ts': leaf }],
    ['Dexie outside web/local', { 'web/scan/a.ts': `import { Dexie } from 'dexie'` }],
    ['Kysely outside api', { 'sync/records.ts': `import type { Kysely } from 'kysely'` }],
    [
      'the journey reaches Dexie through shared code',
      { 'web/journey/main.tsx': `import '#web/local/b.ts'`, 'web/local/b.ts': `import 'dexie'` },
    ],
    ['a package in the domain', { 'domain/kernel/a.ts': `import * as z from 'zod'` }],
    ['a clock in the domain', { 'domain/kernel/a.ts': `export const now = () => Date.now()` }],
    ['chance in sync', { 'sync/records.ts': `export const roll = () => Math.random()` }],
    [
      'the environment read outside the configuration',
      { 'api/db/a.ts': `export const url = process.env.DATABASE_URL` },
    ],
    [
      'a circle',
      { 'domain/kernel/a.ts': `export { b } from './b.ts'`, 'domain/kernel/b.ts': `export { a } from './a.ts'` },
    ],
    ['an import of nothing', { 'domain/kernel/a.ts': `import './gone.ts'` }],
    ['markup in the api', { 'api/http/a.tsx': leaf }],
    ['a file in camel case', { 'domain/kernel/checkDigit.ts': leaf }],
  ])('%s', (_, tree) => {
    expect(violations(tree)).not.toEqual([])
  })

  it('and the same tree without it is clean', () => {
    expect(
      violations({
        'domain/kernel/a.ts': leaf,
        'domain/kernel/a.schema.ts': `import * as z from 'zod'`,
        'sync/records.ts': `import { a } from '#domain/kernel/a.ts'`,
        'sync/operations/item/b.ts': `import type { A } from '../../records.ts'`,
        'web/local/c.ts': `import { Dexie } from 'dexie'\nimport '#sync/operations/item/b.ts'`,
        'web/staff/features/item/d.tsx': `import '#web/local/c.ts'\nexport const d = <p />`,
        'web/staff/app/e.tsx': `import '../features/item/d.tsx'`,
        'api/features/item/f.ts': `import type { Kysely } from 'kysely'\nimport '#sync/records.ts'`,
        'api/app.ts': `import './features/item/f.ts'`,
      }),
    ).toEqual([])
  })
})
