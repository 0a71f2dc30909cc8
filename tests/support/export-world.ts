import { parse } from 'csv-parse/sync'
import { newId } from '#api/db/new-id.ts'
import { createExportJobs } from '#api/features/catalog-files/export/export-jobs.ts'
import { exportQueue } from '#api/features/catalog-files/export/export-queries.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { textOfSheet } from '#domain/kernel/sheet-text.ts'
import { catalogExportCalls, type CatalogExport } from '#sync/calls/catalog-export.ts'
import type { TestSession } from './api.ts'
import { createPublicWorld, type PublicWorld } from './public-world.ts'
import { runQueued } from './queued-job.ts'

type Run = (data: unknown) => Promise<void>
interface Answer {
  readonly status: number
  readonly body: CatalogExport & { readonly code?: string }
}

/** A furnished catalog, and a manager of the office who exports it. */
export interface ExportWorld extends Omit<PublicWorld, 'ask' | 'read'> {
  readonly manager: TestSession
  /** Sets the clock of the process that makes the files. */
  setClock(now: string): void
  ask(path: string, method: 'GET' | 'POST', by?: TestSession): Promise<Answer>
  start(content: CatalogContent, by?: TestSession, accountId?: string): Promise<Answer>
  read(content: CatalogContent, id: string, by?: TestSession): Promise<Answer>
  /** Cancels an export; answers the status, and the code of a refusal. */
  cancel(
    content: CatalogContent,
    id: string,
    by?: TestSession,
  ): Promise<{ readonly status: number; readonly code?: string }>
  /** The queue's work, as a process has it. */
  jobs(): ReturnType<typeof createExportJobs>
  dataOf(exportId: string): { readonly accountId: string; readonly exportId: string }
  /** Does the job of an export, as the runner does. */
  work(exportId: string, run?: Run): Promise<void>
  /** Exports a content to its end. */
  exported(content: CatalogContent): Promise<CatalogExport>
  fileOf(address: string | null, by?: TestSession): Promise<{ readonly response: Response; readonly text: string }>
  rows(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Forgets every export, and its job. */
  forget(): Promise<void>
}

/** Boots the application on a catalog of which everything is said that can be. */
export async function createExportWorld(): Promise<ExportWorld> {
  const world = await createPublicWorld()
  await furnish(world)
  const manager = await world.api.signIn('root_management_unit_manager')
  const noon = '2026-11-26T10:00:00Z'
  let now = new Date(noon)
  const ask: ExportWorld['ask'] = async (path, method, by = manager) => {
    const response = await by.request(path, { method })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const start: ExportWorld['start'] = (content, by, accountId = world.accountId) =>
    ask(`${catalogExportCalls[content].start.path}?account_id=${accountId}`, 'POST', by)
  const read: ExportWorld['read'] = (content, id, by) =>
    ask(`${catalogExportCalls[content].start.path}/${id}`, 'GET', by)
  const cancel: ExportWorld['cancel'] = async (content, id, by = manager) => {
    const response = await by.request(`${catalogExportCalls[content].start.path}/${id}/cancel`, { method: 'POST' })
    if (response.status === 204) return { status: 204 }
    const { code } = (await response.json()) as { readonly code: string }
    return { status: response.status, code }
  }
  const jobs = () => createExportJobs({ database: world.api.db, now: () => now })
  const dataOf = (exportId: string) => ({ accountId: world.accountId, exportId })
  const work: ExportWorld['work'] = (id, run = jobs()[0].run) =>
    runQueued(world.owner, exportQueue, dataOf(id), () => run(dataOf(id)))
  return {
    ...world,
    manager,
    setClock: (at) => void (now = new Date(at)),
    ask,
    start,
    read,
    cancel,
    jobs,
    dataOf,
    work,
    exported: async (content) => {
      const { body } = await start(content)
      await work(body.id)
      return (await read(content, body.id)).body
    },
    fileOf: async (address, by = manager) => {
      const response = await by.request(address ?? '')
      return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) }
    },
    rows: async (text) => (await world.owner.query<Record<string, unknown>>(text, [world.accountId])).rows,
    forget: async () => {
      now = new Date(noon)
      await world.owner.query('delete from export_job')
      await world.owner.query('delete from pgboss.job where name = $1', [exportQueue])
    },
  }
}

/** Lines of a file by column, as an import of the file reads them. */
export function linesOf(text: string): readonly Readonly<Record<string, string>>[] {
  const read: readonly Readonly<Record<string, string>>[] = parse(text, { bom: true, delimiter: ';', columns: true })
  return read.map((line) =>
    Object.fromEntries(Object.entries(line).map(([column, cell]) => [column, textOfSheet(cell)])),
  )
}

/** Says everything of one product, one category and one question that can be said of them. */
async function furnish({ api, change, categories, products }: PublicWorld): Promise<void> {
  const buyer = newId()
  await change(
    `insert into organization (account_id, id, type, common_name, external_id) values ($1, $2, 'buyer', 'Acheteur', '=B1')`,
    buyer,
  )
  await change(
    `update category set buyer_organization_id = $2, buyer_account_id = $3, description = E'<p>a;b</p>\\n"c"',
       children_description = '+2', highlighted_instruction = '''=x', image_alt = '@alt', default_weight_grams = 200,
       default_height_cm = 1, default_length_cm = 2, default_width_cm = 0, absorption_type = 'percentage_declared',
       absorption_value = 12.5, absorption_max_cents = 2050 where account_id = $1 and identifier = 'telephonie'`,
    buyer,
    api.accounts.buyer.id,
  )
  await change(
    `update category set absorption_type = 'value', absorption_value = 1250 where account_id = $1 and identifier = 'audio'`,
  )
  await change(
    `update product set label = '=cmd|'' /C calc''!A0', comment = E'one\\ntwo', height_cm = 15, length_cm = 7, width_cm = 1,
       weight_grams = 171, simple = true, imei_collect = true, buyback_zero_not_allowed = true, status = 'draft'
     where account_id = $1 and id = $2`,
    products['IP13'],
  )
  await change(`insert into product_tac (account_id, product_id, tac) values ($1, $2, '01234567')`, products['IP13'])
  for (const identifier of ['audio', 'cameras', 'smartphones'])
    await change(
      `insert into product_category (account_id, product_id, category_id) values ($1, $2, $3)`,
      products['IP13'],
      categories[identifier],
    )
  await change(
    `insert into product_price (account_id, product_id, grade, price_cents) values ($1, $2, 'functional', 12345), ($1, $2, 'grade_e', 0)`,
    products['IP13'],
  )
  const asked = async (title: string, places: readonly (readonly [identifier: string, position: number])[]) => {
    const id = newId()
    await change(
      `insert into question (account_id, id, title, how_to_test, description) values ($1, $2, $3, '-h', '@d')`,
      id,
      title,
    )
    await change(
      `insert into answer (account_id, id, question_id, position, name, description, best_grade, impact_type, impact_value,
         impact_cap_cents) values ($1, $2, $5, 2, 'Non', E'-\\nx', 'grade_e', 'percentage', -20, -1050),
         ($1, $3, $5, 1, 'Oui', null, 'grade_a', 'none', 0, null), ($1, $4, $5, 3, 'Peut-être', null, 'grade_c', 'amount', -1999, null)`,
      newId(),
      newId(),
      newId(),
      id,
    )
    for (const [identifier, position] of places)
      await change(
        `insert into category_question (account_id, category_id, question_id, position) values ($1, $2, $3, $4)`,
        categories[identifier],
        id,
        position,
      )
  }
  await asked('Troisième', [
    ['audio', 1],
    ['vide', 1],
  ])
  await asked('Deuxième', [['smartphones', 2]])
  await asked('Première', [
    ['smartphones', 1],
    ['audio', 2],
  ])
}
