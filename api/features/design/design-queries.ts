import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DesignAnswer } from '#sync/calls/design.ts'

/** The face of an account, locked for a change where that is said. */
export async function readDesign(
  tx: Transaction<Tables>,
  accountId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<DesignAnswer | null> {
  const row = await tx
    .selectFrom('account')
    .select(['version', 'main_color as mainColor', 'logo', 'favicon'])
    .where('id', '=', accountId)
    .$if(options.forUpdate === true, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? null
}

/** Writes the parts of the face that are named; pictures by their addresses. */
export async function updateDesign(
  tx: Transaction<Tables>,
  accountId: string,
  {
    mainColor,
    logo,
    favicon,
  }: { readonly [Part in keyof Omit<DesignAnswer, 'version'>]: DesignAnswer[Part] | undefined },
): Promise<void> {
  const values = {
    ...(mainColor === undefined ? {} : { main_color: mainColor }),
    ...(logo === undefined ? {} : { logo }),
    ...(favicon === undefined ? {} : { favicon }),
  }
  if (Object.keys(values).length === 0) return
  await tx.updateTable('account').set(values).where('id', '=', accountId).execute()
}
