import { inAccount } from '#api/db/in-account.ts'
import { noSpread, spreadWith } from '#domain/catalog-files/import-trial.ts'
import { keepChanges } from './change-queries.ts'
import { countIgnored } from './ignored-line-queries.ts'
import * as queries from './import-queries.ts'
import { readPlan, type ImportJobDeps } from './run-imports.ts'
import { createTriedRows } from './tried-rows.ts'
import { endTrial, noteTrialFailure, resetTrial } from './turn-queries.ts'
import { decideNext } from './write-next.ts'

/** One file of one account. */
export interface TrialScope extends queries.ImportScope {
  readonly importId: string
}

/**
 * Decides the whole of a file as an import would, and keeps what it would do; nothing of the catalog is written or
 * locked. A try that broke off begins again. Part by part, so that others have their turn and a person sees how far it is.
 */
export async function tryImport(deps: ImportJobDeps, { accountId, importId: id }: TrialScope): Promise<void> {
  const { database, now } = deps
  const scope = { accountId }
  const lock = { id, status: 'trying' } as const
  const open = await inAccount(database, accountId, async (tx) => {
    const locked = await queries.lockImport(tx, scope, lock)
    if (locked !== null) await resetTrial(tx, scope, id)
    return locked
  })
  if (open === null) return
  try {
    const file = await readPlan(deps, scope, open)
    const tried = await createTriedRows(open.content, file)
    let [prices, inserted, updated, from] = [noSpread, 0, 0, 0]
    for (let isEnd = false; !isEnd;) {
      const part = await inAccount(
        database,
        accountId,
        (tx) => decideNext(tx, scope, { ...open, tried }, { file, from }),
        { readOnly: true },
      )
      prices = spreadWith(open.content, prices, part.changes)
      inserted += part.done.inserted
      updated += part.done.updated
      const isKept = await inAccount(database, accountId, async (tx) => {
        // A person may have cancelled it, or another try has begun.
        const present = await queries.lockImport(tx, scope, lock)
        if (present === null || present.unitsDone !== from) return false
        await keepChanges(tx, scope, part, part.changes)
        await queries.noteTried(tx, scope, { ...part, at: now() })
        if (part.isEnd) {
          const ignored = await countIgnored(tx, scope, id)
          await endTrial(tx, scope, { id, trial: { inserted, updated, ignored, prices } })
        }
        return true
      })
      if (!isKept) return
      tried.forget(part.to - 1)
      from = part.to
      isEnd = part.isEnd
    }
  } catch (error) {
    await inAccount(database, accountId, (tx) => noteTrialFailure(tx, scope, { id, at: now() }))
    throw error
  }
}
