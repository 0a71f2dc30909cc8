import { readTextLanguage } from '#api/db/text-language.ts'
import { inAccount } from '#api/db/in-account.ts'
import { noteUndoFailure } from './undo-queries.ts'
import { undoPart } from './undo-part.ts'
import * as queries from './import-queries.ts'
import { keepPlans, type KeptPlans } from './kept-plans.ts'
import { planImport, type ImportKind, type ImportPlan } from './plan-import.ts'
import { nextTurn, type ImportTurn } from './turn-queries.ts'
import { writeNext } from './write-next.ts'
import type { ImportJobDeps, ImportScope } from './import-deps.ts'

/** A job hands on to the next soon, so that the accounts take turns: others wait for no more than this. */
const longestMs = 6_000
/** Tries in a row after which a file is given up. */
const mostFailures = 5

/**
 * Works on the imports of an account part by part: each part is one transaction that also notes how far the import is,
 * so that a process that dies loses nothing and repeats nothing. Short imports go past long ones between two parts. Any
 * number of jobs may run at once; a job that does not get the turn returns. Rejects where a part fails, so that the
 * queue tries again.
 */
export async function runImports(
  deps: ImportJobDeps,
  scope: ImportScope,
  plans: KeptPlans = keepPlans(2),
): Promise<void> {
  const { database, now } = deps
  const endMs = now().getTime() + longestMs
  for (;;) {
    const next = await inAccount(database, scope.accountId, (tx) => nextTurn(tx, scope), { readOnly: true })
    if (next === null) {
      plans.dropAll(scope.accountId)
      return queries.analyzeRestedCatalog(database)
    }
    try {
      if (!(await workOn(deps, scope, next, plans))) return
    } catch (error) {
      plans.drop({ accountId: scope.accountId, id: next.id })
      const note = next.isUndo ? noteUndoFailure : queries.noteFailure
      await inAccount(database, scope.accountId, (tx) =>
        note(tx, scope, { id: next.id, at: now(), most: mostFailures }),
      )
      throw error
    }
    await queries.analyzeGrownCatalog(database)
    if (now().getTime() < endMs) continue
    await inAccount(database, scope.accountId, (tx) => queries.sendImportJob(tx, scope))
    return
  }
}

/** Works on a part of what is next; false where another process has the turn. */
async function workOn(deps: ImportJobDeps, scope: ImportScope, next: ImportTurn, plans: KeptPlans): Promise<boolean> {
  if (next.isUndo) return undoPart(deps, scope, next)
  const key = { accountId: scope.accountId, id: next.id }
  let plan = plans.get(key)
  if (plan === undefined) {
    plan = { file: await readPlan(deps, scope, next), foreseen: null, isQuiet: false }
    plans.put(key, plan)
  }
  const written = await writeNext(deps, scope, { id: next.id, plan })
  // Nothing of a file stays in memory once it is written.
  if (written !== 'on') plans.drop(key)
  return written !== 'taken'
}

/** Reads the file of an import as it was read when it was taken. */
export async function readPlan(
  { database }: ImportJobDeps,
  scope: ImportScope,
  next: ImportKind & { readonly id: string },
): Promise<ImportPlan> {
  const { bytes, own, ...said } = await inAccount(
    database,
    scope.accountId,
    async (tx) => ({
      bytes: await queries.readFile(tx, scope, next.id),
      ...(await queries.readMatching(tx, scope, next.id)),
      own: await readTextLanguage(tx, scope.accountId),
    }),
    { readOnly: true },
  )
  // No transaction is open while the file is read.
  const plan = await planImport(bytes ?? new Uint8Array(), next, { own, ...said })
  // It was read when it was taken.
  if (!plan.ok) throw new Error(plan.error.code)
  return plan.value
}
