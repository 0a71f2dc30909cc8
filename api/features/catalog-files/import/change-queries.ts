import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { ImportChange } from '#domain/catalog-files/import-changes.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** Places of a part in the order of writing: from the first to before the last. */
export interface PartPlaces {
  readonly id: string
  readonly from: number
  readonly to: number
  /** The place of each line of the part. */
  readonly placeOf: ReadonlyMap<number, number>
}

/** Keeps what a part does, instead of what was kept of its places before. */
export async function keepChanges(
  tx: Tx,
  { accountId }: ImportScope,
  { id, from, to, placeOf }: PartPlaces,
  changes: readonly (ImportChange & { readonly differs?: boolean })[],
): Promise<void> {
  await sql`delete from catalog_import_change
    where account_id = ${accountId} and import_id = ${id} and place >= ${from} and place < ${to}`.execute(tx)
  if (changes.length === 0) return
  await sql`
    insert into catalog_import_change (account_id, import_id, place, line, thing_id, outcome, name, reference, before,
      after, fields, rises, falls, differs)
    select ${accountId}, ${id}, n.place, n.line, n.thing_id, n.outcome, n.name, n.reference, n.before, n.after,
      string_to_array(n.fields, ' '), n.rises, n.falls, n.differs
    from unnest(${changes.map(({ line }) => placeOf.get(line)!)}::int[], ${changes.map(({ line }) => line)}::int[],
      ${changes.map(({ thingId }) => thingId)}::uuid[], ${changes.map(({ outcome }) => outcome)}::text[],
      ${changes.map(({ name }) => name)}::text[], ${changes.map(({ reference }) => reference)}::text[],
      ${changes.map(({ before }) => JSON.stringify(before))}::jsonb[],
      ${changes.map(({ after }) => JSON.stringify(after))}::jsonb[],
      ${changes.map(({ fields }) => fields.join(' '))}::text[], ${changes.map(({ rises }) => rises)}::boolean[],
      ${changes.map(({ falls }) => falls)}::boolean[], ${changes.map(({ differs = false }) => differs)}::boolean[])
      as n (place, line, thing_id, outcome, name, reference, before, after, fields, rises, falls, differs)`.execute(tx)
}

/** What the trial has said of the places of a part, by the line. */
export async function loadTried(
  tx: Tx,
  { accountId }: ImportScope,
  { id, from, to }: Pick<PartPlaces, 'id' | 'from' | 'to'>,
): Promise<ReadonlyMap<number, ImportChange>> {
  const { rows } = await sql<ImportChange>`
    select thing_id as "thingId", line, outcome, name, reference, before, after, fields, rises, falls
    from catalog_import_change
    where account_id = ${accountId} and import_id = ${id} and place >= ${from} and place < ${to}`.execute(tx)
  return new Map(rows.map((row) => [row.line, row]))
}

/** Which of some things a file has written that was given in later than an import, and that went past it. */
export async function idsWrittenByLaterImport(
  tx: Tx,
  { accountId }: ImportScope,
  { id, thingIds }: { readonly id: string; readonly thingIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (thingIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct c.thing_id as id from catalog_import mine
    join catalog_import later on later.account_id = mine.account_id
      and (later.queued_at, later.id) > (mine.queued_at, mine.id) and later.status not in ('trying', 'tried')
    join catalog_import_change c on c.account_id = later.account_id and c.import_id = later.id
      and c.thing_id = any (${thingIds}::uuid[]) and c.outcome <> 'unchanged' and c.undo is null
      -- What stands behind is what its trial says: nothing of that is written.
      and c.place < later.units_done
    where mine.account_id = ${accountId} and mine.id = ${id}`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
