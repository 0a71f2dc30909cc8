import { createHash } from 'node:crypto'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Session } from '#api/http/caller.ts'
import { demandHarmless } from '#api/http/demand-harmless.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { readFileOwner } from './column-matching-queries.ts'
import * as queries from './import-queries.ts'
import { planImport, type ImportKind } from './plan-import.ts'
import { forgetTried, sendTrial } from './turn-queries.ts'
import type { ImportRouteDeps } from './import-deps.ts'

/** A file that was sent to be imported. */
export interface SentFile extends ImportKind {
  readonly id: string | undefined
  readonly fileName: string
  /** The sheet of a workbook that is meant; null where that is not said. */
  readonly sheet: string | null
  readonly file: Uint8Array
  /** The buyer whose own price list it is; null of an import by the account itself. */
  readonly buyer: queries.ImportBuyer | null
  /** Whether it is tried first, and started by a person. */
  readonly isTrial: boolean
}

/**
 * Takes a file, which is read in the background; under an id that is known already it is the same import, if the file
 * is the same.
 */
export async function takeFile(
  { database, now, scanner }: ImportRouteDeps,
  caller: Pick<Session, 'accountId' | 'userId'>,
  { id = newId(), content, strategy, fileName, sheet, file, buyer, isTrial }: SentFile,
): Promise<Result<ImportAnswer, Failure>> {
  // Kept and given out again as it came.
  const harmless = await demandHarmless(scanner, file)
  if (!harmless.ok) return harmless
  const owner = await inAccount(database, caller.accountId, (tx) => readFileOwner(tx, caller, { content, buyer }))
  const plan = await planImport(file, { content, strategy }, { ...owner, sheet })
  if (!plan.ok) return plan
  const lines = plan.value.checked.lines
  // Another sheet of the same file is another import.
  const read = sheet === null ? `${content} ${strategy} ` : `${content} ${strategy} ${JSON.stringify(sheet)} `
  const hash = createHash('sha256').update(read).update(file).digest()
  const { matching } = owner
  const taken = { id, content, strategy, fileName, sheet, file, buyer, matching, lines, isTrial, hash }
  return inAccount(database, caller.accountId, async (tx) => {
    const isKnown = await queries.isSameFile(tx, caller, { id, hash })
    if (isKnown === false) return refuse('IMPORT_ID_TAKEN', { field: 'id' })
    if (isKnown === true) return answered(tx)
    if ((await queries.countWaiting(tx, caller, buyer)) >= importLimits.waiting)
      return refuse('IMPORT_TOO_MANY_WAITING', { details: { most: importLimits.waiting } })
    if (isTrial) await forgetTried(tx, caller, caller.userId)
    await queries.insertImport(tx, caller, { ...taken, userId: caller.userId, at: now() })
    // Another call may have come first under the same id.
    if (!(await queries.isSameFile(tx, caller, { id, hash }))) return refuse('IMPORT_ID_TAKEN', { field: 'id' })
    await (isTrial ? sendTrial(tx, caller, { id, lines }) : queries.sendImportJob(tx, caller))
    return answered(tx)
  })

  async function answered(tx: Parameters<typeof queries.readImport>[0]): Promise<Result<ImportAnswer, Failure>> {
    const found = await queries.readImport(tx, caller, id, buyer)
    return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
  }
}
