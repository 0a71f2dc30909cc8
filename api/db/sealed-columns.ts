import { sql, type RawBuilder, type Transaction } from 'kysely'
import { resealConnectorSecret } from './connector-secrets.ts'
import type { SecretSealer } from './customer-secrets.ts'
import type { Tables } from './tables.ts'
import type { SealedColumn, WrappedColumn } from './sealed-column.ts'

/** How far sealing again has come. */
export interface Resealed {
  readonly resealed: number
  /** What no known master key opens. */
  readonly closed: number
  /** Where the next part begins; null after the last one. */
  readonly next: string | null
}

/** A column that a new master key seals again. */
export interface ResealPart {
  readonly table: string
  readonly column: string
  /** Seals a part of an account's rows again, from the id `after` on. */
  readonly reseal: (
    tx: Transaction<Tables>,
    vault: SecretSealer,
    at: { readonly accountId: string; readonly after: string | null; readonly limit: number },
  ) => Promise<Resealed>
}

/** Wraps the keys of a column again. */
export function resealWrapped({ table, id, owner }: WrappedColumn): ResealPart {
  return resealColumn({
    table,
    id,
    column: 'wrapped_key',
    isOfOther: (column, name) => sql`substring(${column} from 1 for ${name.length}) <> ${name}`,
    again: (vault, accountId, rowId, sealed: Buffer) => vault.rewrap(sealed, owner(accountId, rowId)),
  })
}

/** Seals the texts of a column again. */
export function resealSealed({ table, id, column, owner, label }: SealedColumn): ResealPart {
  return resealColumn({
    table,
    id,
    column,
    isOfOther: isTextOfOther,
    again: (vault, accountId, rowId, sealed: Buffer) =>
      vault.resealFor(owner(accountId, rowId), sealed, label(rowId, accountId)),
  })
}

/** Seals the secrets of connectors again, each property for itself. */
export const resealConnectors: ResealPart = resealColumn({
  table: 'connector_configuration',
  id: 'id',
  column: 'secrets',
  isOfOther: (column, name) =>
    sql`exists (select from jsonb_each_text(${column}) t where ${isTextOfOther(sql`decode(t.value, 'base64')`, name)})`,
  again: (vault, accountId, id, secrets: Readonly<Record<string, string>>) => {
    const again = Object.entries(secrets).map(
      ([property, sealed]) => [property, resealConnectorSecret(vault, { accountId, id, property }, sealed)] as const,
    )
    if (again.every(([, sealed]) => sealed === null)) return null
    return JSON.stringify({ ...secrets, ...Object.fromEntries(again.filter(([, sealed]) => sealed !== null)) })
  },
})

// Texts begin with their form, and those of the second one go on with the name of their key.
function isTextOfOther(column: RawBuilder<unknown>, name: Buffer): RawBuilder<unknown> {
  return sql`substring(${column} from 1 for ${1 + name.length}) <> ${Buffer.concat([Buffer.of(2), name])}`
}

interface ResealedColumn<Sealed> {
  readonly table: string
  readonly id: string
  readonly column: string
  /** Whether what is in a column is not sealed under the master key of this name. */
  readonly isOfOther: (column: RawBuilder<unknown>, name: Buffer) => RawBuilder<unknown>
  readonly again: (vault: SecretSealer, accountId: string, rowId: string, sealed: Sealed) => unknown
}

// Nothing here waits for a lock: rows that a call holds are left for the next round. Rows that need nothing are not
// locked, so that a call waits for one part at most.
function resealColumn<Sealed>({ table, id, column, isOfOther, again }: ResealedColumn<Sealed>): ResealPart {
  const [rowId, sealedText] = [sql.ref(id), sql.ref(column)]
  const reseal: ResealPart['reseal'] = async (tx, vault, { accountId, after, limit }) => {
    const [present] = vault.names()
    const { rows } = await sql<{ id: string; sealed: Sealed }>`
      select ${rowId} as id, ${sealedText} as sealed from ${sql.table(table)}
      where account_id = ${accountId} and ${isOfOther(sealedText, present)}
        and (${after}::uuid is null or ${rowId} > ${after}::uuid)
      order by ${rowId} limit ${limit} for no key update skip locked`.execute(tx)
    let resealed = 0
    let closed = 0
    for (const row of rows) {
      const sealed = tried(() => again(vault, accountId, row.id, row.sealed))
      if (sealed === undefined) closed += 1
      if (sealed === undefined || sealed === null) continue
      await sql`update ${sql.table(table)} set ${sealedText} = ${sealed}
        where account_id = ${accountId} and ${rowId} = ${row.id}`.execute(tx)
      resealed += 1
    }
    return { resealed, closed, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
  }
  return { table, column, reseal }
}

/** What a key opens; undefined where it does not, so that a text which opens no more keeps no other from being sealed. */
export function tried<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
