// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
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
const stripped = (rows: readonly unknown[]) =>
  JSON.parse(JSON.stringify(rows).replaceAll(/"(version|created_at)":("[^"]*"|\d+),?/g, '')) as unknown
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
    expect(stripped(await everything())).toEqual(stripped(before))
  })
})

const runProgram = promisify(execFile)

/**
 * Opens files with LibreOffice Calc and saves them as another format in a folder, until a limit; false where it is not
 * installed.
 */
async function saveAs(
  { limit, folder }: { readonly limit: AbortSignal; readonly folder: string },
  format: string,
  files: readonly string[],
  opening: readonly string[] = [],
): Promise<boolean> {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const options = [profile, '--headless', ...opening, '--convert-to', format, '--outdir', folder, ...files]
  try {
    await runProgram('soffice', options, { signal: limit })
    return true
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: string }
    if (code === 'ENOENT') return false
    const reason = limit.aborted ? 'its time is over' : (stderr ?? code)
    throw new Error(`LibreOffice has saved nothing: ${reason}`, { cause: error })
  }
}

/** So long all its starts may take together. */
const savingMs = 900_000

/** Semicolons, quotation marks, UTF-8, from the first line on. */
const csvFilter = '59,34,76,1'

it(
  'a file that LibreOffice has opened and saved changes the one price that differs',
  { timeout: savingMs + 100_000 },
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'round-trip-'))
    const saving = { limit: AbortSignal.timeout(savingMs), folder }
    const at = (names: readonly string[], ending: string) => names.map((name) => join(folder, `${name}.${ending}`))
    const texts = catalogContents.map((content) => `${content}-text`)
    const books = catalogContents.map((content) => `${content}-book`)
    try {
      for (const [place, content] of catalogContents.entries()) {
        const { url, workbook_url: book } = await world.exported(content)
        for (const [address, path] of [
          [url, at(texts, 'csv')[place]!],
          [book, at(books, 'xlsx')[place]!],
        ] as const)
          await writeFile(path, new Uint8Array(await (await imports.manager.request(address ?? '')).arrayBuffer()))
      }
      if (!(await saveAs(saving, 'ods', at(texts, 'csv'), [`--infilter=CSV:${csvFilter}`])))
        return context.skip('LibreOffice Calc is not installed, so no file is saved by it')
      await saveAs(saving, 'ods', at(books, 'xlsx'))
      const all = at([...texts, ...books], 'ods')
      await saveAs(saving, 'xlsx', all)
      await saveAs(saving, `csv:Text - txt - csv (StarCalc):${csvFilter}`, all)

      const before = await everything()
      for (const [place, content] of catalogContents.entries())
        for (const path of ['csv', 'xlsx'].flatMap((ending) => [
          at(texts, ending)[place]!,
          at(books, ending)[place]!,
        ])) {
          // The file says another price than the catalog does now.
          if (content === 'products')
            await world.change(
              `update product_price set price_cents = 4321 where account_id = $1 and product_id = $2 and grade = 'functional'`,
              world.products['IP13'],
            )
          const file = new Uint8Array(await readFile(path))
          const report = told(await imports.run(`content=${content}&strategy=generic`, file))
          const changed = content === 'products' ? 1 : 0
          expect(report, path).toEqual({ status: 'success', counts: [report.counts[0], 0, changed, 0], ignored: [] })
          expect(stripped(await everything()), path).toEqual(stripped(before))
        }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
