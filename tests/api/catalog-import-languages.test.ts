import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExportWorld, type ExportWorld } from '#tests/support/export-world.ts'
import { importsInto, told, type Imports } from '#tests/support/import-world.ts'

// The account's language is French.
let world: ExportWorld
let imports: Imports
beforeAll(async () => {
  world = await createExportWorld()
  imports = await importsInto(world)
})
afterAll(() => world.close())

const file = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`
const translations = async (table: string, key: string, value: string) =>
  (await imports.values(`select translations from ${table} where account_id = $1 and ${key} = '${value}'`))[0]?.[0]

it('an import writes texts of categories and products in each language, and leaves those that it has no column for', async () => {
  const categories = 'content=categories&strategy=generic'
  const products = 'content=products&strategy=generic'
  const [[identifier] = []] = (await imports.values(
    `select identifier from category where account_id = $1 order by identifier limit 1`,
  )) as readonly (readonly string[])[]
  const run = async (kind: string, text: string) => told(await imports.run(kind, text))
  await run(categories, file('identifier;name_de_de;name_nl_be', `${identifier};Deutsch;Nederlands`))
  const emptied = await run(categories, file('identifier;name_nl_be;name_fr_fr', `${identifier};;Autre`))
  expect([emptied.status, emptied.ignored]).toEqual(['success', []])
  expect(await translations('category', 'identifier', identifier!)).toEqual({ 'de-DE': { name: 'Deutsch' } })

  const head = 'buyer_reference;label;main_category;label_de_de'
  const fresh = await run(products, file(head, `LANG-1;Montre connectée;${identifier};Smartwatch`))
  expect(fresh.ignored).toEqual([])
  const wrong = await run(products, file(head, `LANG-1;Montre connectée;${identifier};x`))
  expect(JSON.stringify(wrong.ignored)).toContain('label_de_de')
  expect(await translations('product', 'buyer_reference', 'LANG-1')).toEqual({ 'de-DE': { label: 'Smartwatch' } })
})

it('the check names a column in the account’s own language, which is not read, and misses none of another', async () => {
  const { body } = await imports.ask('/check?content=products&strategy=generic', {
    file: file('gtin;label_fr_fr;label_de_de', '12345670;Montre;Uhr'),
  })
  const { columns } = body as { columns: { unknown: string[]; missing: string[] } }
  expect(columns.unknown).toEqual(['label_fr_fr'])
  expect(columns.missing.filter((name) => name.startsWith('label_'))).toEqual([])
})
