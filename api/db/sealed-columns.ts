import { sql, type Transaction } from 'kysely'
import { resealConnectorSecret } from './connector-secrets.ts'
import type { SecretSealer } from './customer-secrets.ts'
import type { Tables } from './tables.ts'

/** A column `wrapped_key` whose keys the master key wraps; `id` names the row within its account. */
export interface WrappedColumn {
  readonly table: 'customer_key' | 'cart' | 'counter_seal_key'
  readonly id: string
  readonly owner: (accountId: string, id: string) => string
}

/** A column whose texts are sealed by the lasting key of their owner. */
export interface SealedColumn {
  readonly table: 'carrier' | 'user_code' | 'sso_configuration' | 'payment_attempt'
  readonly column: string
  readonly id: string
  readonly owner: (accountId: string, id: string) => string
  readonly label: (id: string) => string
}

/** How far sealing again has come. */
export interface Resealed {
  readonly resealed: number
  /** What no known master key opens. */
  readonly closed: number
  /** Where the next part begins; null after the last one. */
  readonly next: string | null
}

/** Seals a part of an account's rows again, from the id `after` on. */
export type ResealPart = (
  tx: Transaction<Tables>,
  vault: SecretSealer,
  at: { readonly accountId: string; readonly after: string | null; readonly limit: number },
) => Promise<Resealed>

/** Wraps the keys of a column again. */
export function resealWrapped({ table, id, owner }: WrappedColumn): ResealPart {
  return resealColumn({ table, id, column: 'wrapped_key' }, (vault, accountId, rowId, sealed: Buffer) =>
    vault.rewrap(sealed, owner(accountId, rowId)),
  )
}

/** Seals the texts of a column again. */
export function resealSealed({ table, id, column, owner, label }: SealedColumn): ResealPart {
  return resealColumn({ table, id, column }, (vault, accountId, rowId, sealed: Buffer) =>
    vault.resealFor(owner(accountId, rowId), sealed, label(rowId)),
  )
}

/** Seals the secrets of connectors again, each property for itself. */
export const resealConnectors: ResealPart = resealColumn(
  { table: 'connector_configuration', id: 'id', column: 'secrets' },
  (vault, accountId, id, secrets: Readonly<Record<string, string>>) => {
    const again = Object.entries(secrets).map(
      ([property, sealed]) => [property, resealConnectorSecret(vault, { accountId, id, property }, sealed)] as const,
    )
    if (again.every(([, sealed]) => sealed === null)) return null
    return JSON.stringify({ ...secrets, ...Object.fromEntries(again.filter(([, sealed]) => sealed !== null)) })
  },
)

// Rows that a call holds are left for the next round, and a call waits for one part at most: nothing here waits for a lock.
function resealColumn<Sealed>(
  { table, id, column }: { readonly table: string; readonly id: string; readonly column: string },
  again: (vault: SecretSealer, accountId: string, rowId: string, sealed: Sealed) => unknown,
): ResealPart {
  const [rowId, sealedText] = [sql.ref(id), sql.ref(column)]
  return async (tx, vault, { accountId, after, limit }) => {
    const { rows } = await sql<{ id: string; sealed: Sealed }>`
      select ${rowId} as id, ${sealedText} as sealed from ${sql.table(table)}
      where account_id = ${accountId} and ${sealedText} is not null
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
}

// A text that opens no more must not keep the others from being sealed again.
function tried<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
