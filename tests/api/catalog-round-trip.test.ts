// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-csv.ts'
import { strategiesOf } from '#domain/catalog-files/catalog-import.ts'
import { createExportWorld, type ExportWorld } from '#tests/support/export-world.ts'
import { importsInto, told, type Imports } from '#tests/support/import-world.ts'

let world: ExportWorld
let imports: Imports
beforeAll(async () => {
  world = await createExportWorld()
  imports = await importsInto(world)
  for (const [table, field] of translated)
    await world.change(
      `update ${table} set translations = jsonb_build_object('de-DE', jsonb_build_object('${field}', '=' || $2))
       where account_id = $1`,
      table,
    )
})
afterAll(() => world.close())

const tables = [
  'category',
  'product',
  'product_price',
  'product_tac',
  'product_category',
  'question',
  'answer',
  'category_question',
]
const translated = [
  ['category', 'name'],
  ['product', 'label'],
  ['question', 'title'],
  ['answer', 'description'],
] as const
/** Every row of the catalog, versions among it. */
async function everything(): Promise<readonly unknown[]> {
  const rows: unknown[] = []
  for (const table of tables)
    rows.push(
      await imports.values(`select to_jsonb(t) from ${table} t where account_id = $1 order by to_jsonb(t)::text`),
    )
  return rows
}
const fileOf = async (content: CatalogContent) => (await world.fileOf((await world.exported(content)).url)).text
const ways = catalogContents.flatMap((content) => strategiesOf[content].map((strategy) => [content, strategy] as const))

describe('a file that was exported', () => {
  it.each(ways)('changes nothing when it is imported: %s by the strategy %s', async (content, strategy) => {
    const file = await fileOf(content)
    const before = await everything()
    const kind = `content=${content}&strategy=${strategy}`
    const { columns } = (await imports.ask(`/check?${kind}`, { file })).body as { columns: Record<string, string[]> }
    expect([columns['missing'], columns['duplicated']]).toEqual([[], []])
    if (strategy !== 'recommerce') expect(columns['unknown']).toEqual([])
    const report = told(await imports.run(kind, file))
    expect(report).toEqual({ status: 'success', counts: [report.counts[0], 0, 0, 0], ignored: [] })
    expect(report.counts[0]).toBeGreaterThan(1)
    expect(await everything()).toEqual(before)
  })

  it('brings back what was lost since', async () => {
    const files = { products: await fileOf('products'), diagnostic: await fileOf('diagnostic') }
    const before = await everything()
    const versions = (rows: readonly unknown[]) =>
      JSON.parse(JSON.stringify(rows).replaceAll(/"(version|created_at)":("[^"]*"|\d+),?/g, '')) as unknown
    for (const table of ['product_price', 'product_tac'])
      await world.change(`delete from ${table} where account_id = $1`)
    // The main category is no secondary one, whether it stands there or not.
    await world.change(`delete from product_category y using product p where y.account_id = $1
      and p.account_id = y.account_id and p.id = y.product_id and y.category_id <> p.main_category_id`)
    await world.change(`update product set label = 'Lost', translations = '{}', comment = 'Lost', weight_grams = null, simple = false,
      status = 'draft' where account_id = $1`)
    await world.change(
      `update question set title = 'Lost', translations = '{}', how_to_test = null where account_id = $1`,
    )
    await world.change(`update answer set impact_type = 'none', impact_value = 0, impact_cap_cents = null, name = 'Lost',
      translations = '{}'
      where account_id = $1`)
    const products = told(await imports.run('content=products&strategy=uuid', files.products))
    const questions = told(await imports.run('content=diagnostic&strategy=uuid', files.diagnostic))
    expect([products.ignored, questions.ignored]).toEqual([[], []])
    expect(versions(await everything())).toEqual(versions(before))
  })
})
