import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { keepStandardTerms } from '#api/documents/standard-terms-queries.ts'
import type { RefurbPlan } from '#domain/catalog-files/client-templates/refurb-plan.ts'

type Tx = Transaction<Tables>
type Row = Readonly<Record<string, string | number | boolean | object | null>>

/** From which account to which. */
interface Copying {
  readonly from: string
  readonly to: string
}

/** How the rows of a table are copied. */
interface CopiedTable {
  readonly table: string
  /** Columns with ids of rows that are copied along; a row that names one which is not copied stays behind. */
  readonly ids: readonly string[]
  /** Rows that are copied; all unless it says so. */
  readonly where?: string
  readonly order?: string
  /** Columns that begin otherwise. */
  readonly set?: Row
  /** Columns that the database computes or fills in itself. */
  readonly without?: readonly string[]
}

const isShown = `(exists (select from category k where k.account_id = t.account_id and k.status = 'active'
    and k.image = '/api/pictures/' || t.id)
  or exists (select from question q where q.account_id = t.account_id and q.image = '/api/pictures/' || t.id))`

// In the order in which rows name each other. Circuits begin disabled: the carriers, stores and warehouses that they
// need belong to the client that they are copied from. Buyers and payment custom values do so, too.
const copied: readonly CopiedTable[] = [
  { table: 'payment_mode', ids: ['id'], where: `t.status <> 'archived'`, order: 't.position, t.created_at, t.id' },
  {
    table: 'shipping_method',
    ids: ['id'],
    where: `t.status <> 'archived'`,
    order: 't.created_at, t.id',
    without: ['channel'],
  },
  {
    table: 'circuit',
    ids: ['id'],
    where: `t.status <> 'archived'`,
    order: 't.created_at, t.id',
    set: { status: 'disabled', own_label: false },
    without: ['channel', 'deposit'],
  },
  { table: 'circuit_instruction', ids: ['id', 'circuit_id'] },
  { table: 'circuit_payment_mode', ids: ['circuit_id', 'payment_mode_id'] },
  { table: 'circuit_shipping_method', ids: ['circuit_id', 'shipping_method_id'] },
  { table: 'picture', ids: ['id'], where: isShown, without: ['of_text', 'unnamed_since'] },
  {
    table: 'category',
    ids: ['id', 'parent_category_id'],
    where: `t.status = 'active'`,
    order: 'cardinality(t.path), t.position, t.id',
    set: { buyer_account_id: null, buyer_organization_id: null },
    without: ['path'],
  },
  { table: 'question', ids: ['id'] },
  { table: 'answer', ids: ['id', 'question_id'] },
  { table: 'category_question', ids: ['category_id', 'question_id'] },
  { table: 'dispatch_circuit_rule', ids: ['id', 'circuit_id'], set: { custom_values: {} } },
  { table: 'dispatch_circuit_rule_category', ids: ['rule_id', 'category_id'] },
]

/** Copies configuration and the structure of the catalog: no people, places, products, buybacks and secrets. */
export async function copyConfiguration(tx: Tx, copying: Copying): Promise<void> {
  const ids = new Map<string, string>()
  for (const table of copied) await copyTable(tx, copying, table, ids)
  await copySettings(tx, copying)
  await copyTextPictures(tx, copying)
  await changeLanguage(tx, copying)
}

/** Whether a client has circuits to copy. */
export async function hasCircuits(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from circuit where account_id = ${accountId} and status <> 'archived'
    limit 1`.execute(tx)
  return rows.length > 0
}

async function changeLanguage(tx: Tx, { from, to }: Copying): Promise<void> {
  const change = await tx
    .selectFrom('account as s')
    .innerJoin('account as t', (join) => join.onRef('t.language', '<>', 's.language'))
    .select(['s.language as from', 't.language as to'])
    .where('s.id', '=', from)
    .where('t.id', '=', to)
    .executeTakeFirst()
  if (change === undefined) return
  await keepStandardTerms(tx, to, change)
  await sql`select change_text_language(${to}, ${change.from}, ${change.to})`.execute(tx)
}

async function copyTable(
  tx: Tx,
  { from, to }: Copying,
  { table, ids: named, where = 'true', order, set = {}, without = [] }: CopiedTable,
  ids: Map<string, string>,
): Promise<void> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t
    where t.account_id = ${from} and ${sql.raw(where)} ${order === undefined ? sql`` : sql`order by ${sql.raw(order)}`}`.execute(
    tx,
  )
  const written = rows.flatMap(({ row }) => {
    const own = named.includes('id') ? newId() : null
    const { id: source } = row
    if (own !== null && typeof source === 'string') ids.set(source, own)
    const mapped = named.map((column) => {
      const id = row[column]
      return [column, typeof id === 'string' ? ids.get(id) : null] as const
    })
    if (mapped.some(([, id]) => id === undefined)) return []
    const next: Record<string, unknown> = { ...row, ...Object.fromEntries(mapped), ...set, account_id: to }
    for (const column of [...without, 'created_at', 'version']) delete next[column]
    if (typeof next['image'] === 'string') next['image'] = imageOf(next['image'], ids)
    return [next]
  })
  const [first] = written
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(written)}::jsonb)`.execute(
    tx,
  )
}

const pictureAddress = '/api/pictures/'
const namedPicture = /\/api\/pictures\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g

function imageOf(address: string, ids: ReadonlyMap<string, string>): string | null {
  if (!address.startsWith(pictureAddress)) return address
  const id = ids.get(address.slice(pictureAddress.length))
  return id === undefined ? null : pictureAddress + id
}

// Those of them that are written in languages, by the names of their translations.
const settingTexts = ['buybackZeroDescription', 'noSearchResultDescription', 'terms']

// Legal texts name the company that they are of; premium features are given by the platform.
const settings =
  `is_warehouse_comment_mandatory is_warehouse_comment_shared_to_client warehouse_checkin_requirement unanswered_proposal same_imei_held
  cart_min_value category_navigation_enabled customer_identity_document_required bar_code_enabled tag_price_enabled
  send_within_days buyer_payment_enabled transfer_order_terms buyback_zero_description no_search_result_description`.split(
    /\s+/,
  )

async function copySettings(tx: Tx, { from, to }: Copying): Promise<void> {
  const columns = sql.join(settings.map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`))
  await sql`update organization_root_detail t set ${columns}, translations = (
      select coalesce(jsonb_object_agg(l.language, l.texts) filter (where l.texts <> '{}'), '{}')
      from (select e.key as language, (select coalesce(jsonb_object_agg(x.key, x.value), '{}')
          from jsonb_each(e.value) x where x.key = any (${settingTexts}::text[])) as texts
        from jsonb_each(s.translations) e) l)
    from organization_root_detail s
    where t.account_id = ${to} and s.account_id = ${from}`.execute(tx)
}

/** Texts name pictures by their addresses: those of the copy name copies, which stay when the source loses its own. */
async function copyTextPictures(tx: Tx, { from, to }: Copying): Promise<void> {
  const texts = sql`jsonb_build_object('zero', buyback_zero_description, 'none', no_search_result_description,
    'translations', translations)`
  const { rows } = await sql<{ said: string }>`select ${texts}::text as said from organization_root_detail
    where account_id = ${to}`.execute(tx)
  const said = rows[0]?.said ?? ''
  const ids = new Map<string, string>()
  for (const [, source = ''] of said.matchAll(namedPicture)) {
    if (ids.has(source)) continue
    const id = newId()
    const { numAffectedRows } = await sql`insert into picture (account_id, id, type, bytes, of_text)
      select ${to}, ${id}, type, bytes, true from picture where account_id = ${from} and id = ${source}`.execute(tx)
    ids.set(source, numAffectedRows === 1n ? id : source)
  }
  if (ids.size === 0) return
  const copy = said.replaceAll(namedPicture, (_, source: string) => pictureAddress + (ids.get(source) ?? source))
  await sql`update organization_root_detail set buyback_zero_description = c.texts ->> 'zero',
      no_search_result_description = c.texts ->> 'none', translations = c.texts -> 'translations'
    from (select ${copy}::jsonb as texts) c where account_id = ${to}`.execute(tx)
}

/** The refurb steps and questions of a client as the plan of another one's workshop; null where it has none. */
export async function readRefurbPlan(tx: Tx, accountId: string, bench: string): Promise<RefurbPlan | null> {
  const { rows } = await sql<{ waiting: RefurbPlan | null } & Omit<RefurbPlan, 'bench'>>`
    select (select d.refurb_start from organization_root_detail d where d.account_id = ${accountId}) as waiting,
      coalesce((select json_agg(json_build_object('key', s.id, 'name', s.name, 'description', s.description)
        order by s.created_at, s.id) from refurb_step s where s.account_id = ${accountId}), '[]') as steps,
      coalesce((select json_agg(json_build_object('label', q.label, 'type', q.type, 'answers', coalesce((
          select json_agg(json_build_object('label', a.label, 'steps', array(
              select x.step_id from refurb_answer_step x
              where x.account_id = a.account_id and x.answer_id = a.id order by x.position)) order by a.position)
          from refurb_answer a where a.account_id = q.account_id and a.question_id = q.id), '[]')) order by q.position)
        from refurb_question q where q.account_id = ${accountId} and q.product_id is null), '[]') as questions`.execute(
    tx,
  )
  const [found] = rows
  if (found === undefined) return null
  const { waiting, steps, questions } = found
  if (steps.length === 0 && questions.length === 0) return waiting === null ? null : { ...waiting, bench }
  return { bench, steps, questions }
}
