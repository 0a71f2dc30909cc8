import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Session } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { readFileOwner } from './column-matching-queries.ts'
import * as queries from './import-queries.ts'
import { planImport, type ImportKind } from './plan-import.ts'

/** A file that was sent to be imported. */
export interface SentFile extends ImportKind {
  readonly id: string | undefined
  readonly fileName: string
  readonly file: Uint8Array
  /** The buyer whose own price list it is; null of an import by the account itself. */
  readonly buyer: queries.ImportBuyer | null
}

/** Takes a file, which is read in the background; under an id that is known already it is the same import. */
export async function takeFile(
  { database, now }: { readonly database: Database; readonly now: Clock },
  caller: Pick<Session, 'accountId' | 'userId'>,
  { id = newId(), content, strategy, fileName, file, buyer }: SentFile,
): Promise<Result<ImportAnswer, Failure>> {
  const owner = await inAccount(database, caller.accountId, (tx) =>
    readFileOwner(tx, caller, buyer === null ? content : null),
  )
  const plan = await planImport(file, { content, strategy }, owner)
  if (!plan.ok) return plan
  const { matching } = owner
  const taken = { id, content, strategy, fileName, file, buyer, matching, lines: plan.value.checked.lines }
  return inAccount(database, caller.accountId, async (tx) => {
    const known = await queries.readImport(tx, caller, id, buyer)
    if (known !== null) return succeed(known)
    if ((await queries.countWaiting(tx, caller, buyer)) >= importLimits.waiting)
      return refuse('IMPORT_TOO_MANY_WAITING')
    await queries.insertImport(tx, caller, { ...taken, userId: caller.userId, at: now() })
    await queries.sendImportJob(tx, caller)
    const made = await queries.readImport(tx, caller, id, buyer)
    return made === null ? refuse('REQUEST_NOT_FOUND') : succeed(made)
  })
}
