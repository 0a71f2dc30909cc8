import { inAccount } from '#api/db/in-account.ts'
import { emptyDistribution, addToDistribution, type ImportTrial } from '#domain/catalog-files/import-trial.ts'
import { keepChanges } from './change-queries.ts'
import { countIgnored } from './ignored-line-queries.ts'
import * as queries from './import-queries.ts'
import { readPlan } from './run-imports.ts'
import { createTriedRows } from './tried-rows.ts'
import { endTrial, noteTrialFailure, resetTrial } from './turn-queries.ts'
import { decideNext, openPart, type NextPart } from './write-next.ts'
import type { ImportJobDeps, ImportScope } from './import-deps.ts'

/** One file of one account. */
export interface TrialScope extends ImportScope {
  readonly importId: string
}

/**
 * Decides the whole of a file as an import would, and keeps what it would do; nothing of the catalog is written or
 * locked. A try that broke off begins again. Part by part, so that others have their turn and a person sees how far it is.
 */
export async function tryImport(deps: ImportJobDeps, { accountId, importId: id }: TrialScope): Promise<void> {
  const { database, now } = deps
  const scope = { accountId }
  const open = await inAccount(database, accountId, async (tx) => {
    const locked = await queries.lockImport(tx, scope, { id, status: 'trying' })
    if (locked !== null) await resetTrial(tx, scope, id)
    return locked
  })
  if (open === null) return
  // What a part does is kept while the next one is decided, which reads nothing of it.
  let keeping: Promise<boolean> = Promise.resolve(true)
  try {
    const file = await readPlan(deps, scope, open)
    const tried = await createTriedRows(open.content, file)
    let [prices, inserted, updated, from] = [emptyDistribution, 0, 0, 0]
    for (let isEnd = false; !isEnd;) {
      const part = await inAccount(
        database,
        accountId,
        async (tx) => {
          const kind = { ...open, tried }
          return decideNext(tx, scope, kind, await openPart(tx, scope, kind, { file, from }))
        },
        { readOnly: true },
      )
      prices = addToDistribution(open.content, prices, part.changes)
      inserted += part.done.inserted
      updated += part.done.updated
      tried.forget(part.to - 1)
      from = part.to
      isEnd = part.isEnd
      if (!(await keeping)) return
      keeping = keepPart(deps, scope, { id, part, found: { inserted, updated, prices } })
      // Its failure is met where it is waited for.
      keeping.catch(() => undefined)
    }
    await keeping
  } catch (error) {
    await Promise.allSettled([keeping])
    await inAccount(database, accountId, (tx) => noteTrialFailure(tx, scope, { id, at: now() }))
    throw error
  }
}

/** Keeps what a part would do, and with the last one what the trial has found; false where the trial is no more. */
async function keepPart(
  { database, now }: ImportJobDeps,
  scope: ImportScope,
  { id, part, found }: { readonly id: string; readonly part: NextPart; readonly found: Omit<ImportTrial, 'ignored'> },
): Promise<boolean> {
  return inAccount(database, scope.accountId, async (tx) => {
    // A person may have cancelled it, or another try has begun.
    const present = await queries.lockImport(tx, scope, { id, status: 'trying' })
    if (present === null || present.unitsDone !== part.from) return false
    await keepChanges(tx, scope, part, part.changes)
    await queries.noteTried(tx, scope, { ...part, at: now() })
    if (!part.isEnd) return true
    const ignored = await countIgnored(tx, scope, id)
    await endTrial(tx, scope, { id, trial: { ...found, ignored } })
    return true
  })
}
