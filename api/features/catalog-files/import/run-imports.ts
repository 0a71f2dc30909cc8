import type { Database } from '#api/db/database.ts'
import { readTextLanguage } from '#api/db/text-language.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import { unitsAtOnce } from '#domain/catalog-files/import-units.ts'
import * as queries from './import-queries.ts'
import { planImport, type ImportPlan } from './plan-import.ts'
import { writePart } from './write-part.ts'

/** What reading imports is built from. */
export interface ImportJobDeps {
  readonly database: Database
  readonly now: Clock
}

/** A job hands on to the next before it would pass for dead. */
const longestMs = 45_000
/** Tries in a row after which a file is given up. */
const mostFailures = 5

/**
 * Works on the imports of an account, one after the other, part by part: each part is one transaction that also notes
 * how far the import is, so that a process that dies loses nothing and repeats nothing. Any number of jobs may run at
 * once; a job that does not get the turn returns. Rejects where a part fails, so that the queue tries again.
 */
export async function runImports(deps: ImportJobDeps, scope: queries.ImportScope): Promise<void> {
  const { database, now } = deps
  const endMs = now().getTime() + longestMs
  let plan = null as { readonly id: string; readonly file: ImportPlan } | null
  for (;;) {
    const next = await inAccount(database, scope.accountId, (tx) => queries.nextImport(tx, scope), { readOnly: true })
    if (next === null) return
    try {
      if (plan?.id !== next.id) plan = { id: next.id, file: await readPlan(deps, scope, next) }
      if (!(await writeNext(deps, scope, plan))) return
    } catch (error) {
      await inAccount(database, scope.accountId, (tx) =>
        queries.noteFailure(tx, scope, { id: next.id, at: now(), most: mostFailures }),
      )
      throw error
    }
    await queries.analyzeGrownCatalog(database)
    if (now().getTime() < endMs) continue
    await inAccount(database, scope.accountId, (tx) => queries.sendImportJob(tx, scope))
    return
  }
}

async function readPlan(
  { database }: ImportJobDeps,
  scope: queries.ImportScope,
  next: queries.OpenImport,
): Promise<ImportPlan> {
  const { bytes, own } = await inAccount(
    database,
    scope.accountId,
    async (tx) => ({
      bytes: await queries.readFile(tx, scope, next.id),
      own: await readTextLanguage(tx, scope.accountId),
    }),
    { readOnly: true },
  )
  // No transaction is open while the file is read.
  const plan = await planImport(bytes ?? new Uint8Array(), next, { own, matching: next.matching })
  // It was read when it was taken.
  if (!plan.ok) throw new Error(plan.error.code)
  return plan.value
}

/** Writes the next part; false where another process has the turn. */
async function writeNext(
  { database, now }: ImportJobDeps,
  scope: queries.ImportScope,
  plan: { readonly id: string; readonly file: ImportPlan },
): Promise<boolean> {
  return inAccount(database, scope.accountId, async (tx) => {
    if (!(await queries.claimRun(tx, scope))) return false
    const open = await queries.nextImport(tx, scope)
    // Another process has ended it since it was read.
    if (open?.id !== plan.id) return true
    const units = unitsAtOnce(plan.file.units, open.unitsDone)
    const lines = units.map(({ rows }) => ({ lines: rows.map(plan.file.lineOf) }))
    await queries.notePart(tx, scope, {
      ...(await writePart(tx, scope, open, lines)),
      id: open.id,
      units: units.length,
      lines: units.reduce((sum, { rows }) => sum + rows.length, 0),
      isEnd: open.unitsDone + units.length >= plan.file.units.length,
      at: now(),
    })
    return true
  })
}
