import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import * as queries from './import-queries.ts'
import { cancelImport, startTried } from './turn-queries.ts'
import { askUndo, isUndoRepeated } from './undo-queries.ts'
import type { ImportRouteDeps } from './import-deps.ts'

/** What a person does with an import that is there. */
export interface ImportAct {
  readonly id: string
  readonly act: 'start' | 'cancel' | 'undo'
  /** Whether what was changed since is taken back too. */
  readonly withChanged: boolean
  /** The buyer whose own imports alone are meant; null of the account itself. */
  readonly buyer: queries.ImportBuyer | null
}

/** Starts, cancels or takes back an import; answers how it stands then. Asked again for the same, it changes nothing. */
export async function actOn(
  { database, now }: ImportRouteDeps,
  caller: Pick<Session, 'accountId' | 'userId'>,
  { id, act, withChanged, buyer }: ImportAct,
): Promise<Result<ImportAnswer, Failure>> {
  return inAccount(database, caller.accountId, async (tx) => {
    const found = await queries.readImport(tx, caller, id, buyer)
    if (found === null) return refuse('REQUEST_NOT_FOUND')
    const asked = { id, userId: caller.userId, at: now() }
    if (act === 'cancel') return (await cancelImport(tx, caller, asked)) ? succeed(found) : refuse('IMPORT_ENDED')
    if (act === 'start') {
      if (found.status === 'trying') return refuse('IMPORT_NOT_TRIED')
      // Its answer was lost.
      if (found.status !== 'tried') return found.trial === null ? refuse('IMPORT_NOT_TRIED') : succeed(found)
      if ((await queries.countWaiting(tx, caller, buyer)) >= importLimits.waiting)
        return refuse('IMPORT_TOO_MANY_WAITING', { details: { most: importLimits.waiting } })
      await startTried(tx, caller, asked)
    } else if (
      !(await askUndo(tx, caller, { ...asked, withChanged })) &&
      // Its answer was lost.
      !(await isUndoRepeated(tx, caller, { ...asked, withChanged }))
    )
      return refuse('IMPORT_NOT_UNDOABLE')
    await queries.sendImportJob(tx, caller)
    const present = await queries.readImport(tx, caller, id, buyer)
    if (present === null) return refuse('REQUEST_NOT_FOUND')
    // The day is over in which it could be started.
    return present.status === 'tried' ? refuse('IMPORT_NOT_TRIED') : succeed(present)
  })
}
