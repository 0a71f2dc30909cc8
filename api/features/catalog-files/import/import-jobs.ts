import * as z from 'zod'
import type { Logger } from 'pino'
import { inAccount } from '#api/db/in-account.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { sendImportJob, touchImports, stalledImports } from './import-queries.ts'
import { keepPlans } from './kept-plans.ts'
import { runImports } from './run-imports.ts'
import { daysBefore, forgetImports, noteTrialFailure, sendTrial, sweepTrials, stalledTrials } from './turn-queries.ts'
import { tryImport } from './try-import.ts'
import type { ImportJobDeps } from './import-deps.ts'

const scopeSchema = z.object({ accountId: z.guid() })
const trialSchema = scopeSchema.extend({ importId: z.guid() })

/** Files that a process keeps in memory: of the five accounts that the runner works on at once, and one that goes past. */
const plansKept = 6

/** The queues of imports and what works on them. Trials of long files have a queue of their own. */
export function createImportJobs(deps: ImportJobDeps) {
  const plans = keepPlans(plansKept)
  const attempt = (data: unknown) => tryImport(deps, trialSchema.parse(data))
  return [
    { queue: 'catalog-import', run: (data: unknown) => runImports(deps, scopeSchema.parse(data), plans) },
    { queue: 'catalog-trial', run: attempt },
    { queue: 'catalog-trial-long', run: attempt },
  ] as const
}

/** Accounts taken in one round. */
const batch = 100
/** Longer than any part takes. */
const restMs = 40_000

/** Clocks of processes differ: nothing is deleted so shortly after it can no longer be used. */
const graceMs = 600_000

/**
 * Builds the round that takes up the imports of a process that has died, before its job is given up. It answers how
 * many accounts it took. Trials that no job is left for are taken up, too, each time as one that failed, and old ones are
 * forgotten, as are the files and changes of imports whose days are over. Each step is taken whatever became of the
 * others; the first that failed is thrown at the end. Any number of processes may run it.
 */
export function createImportSweep({
  database,
  now,
  log,
}: ImportJobDeps & { readonly log: Pick<Logger, 'warn'> }): () => Promise<number> {
  const rested = () => new Date(now().getTime() - restMs)

  async function takeUpImports(): Promise<number> {
    const found = await stalledImports(database, rested(), batch)
    for (const scope of found) {
      log.warn({ accountId: scope.accountId }, 'imports are taken up again')
      await inAccount(database, scope.accountId, async (tx) => {
        await touchImports(tx, scope, now())
        await sendImportJob(tx, scope)
      })
    }
    return found.length
  }

  async function takeUpTrials(): Promise<void> {
    for (const { accountId, importId: id, lines } of await stalledTrials(database, rested(), batch)) {
      log.warn({ accountId, importId: id }, 'a trial is taken up again')
      await inAccount(database, accountId, async (tx) => {
        if (await noteTrialFailure(tx, { accountId }, { id, at: now() }))
          await sendTrial(tx, { accountId }, { id, lines })
      })
    }
  }

  return async () => {
    const before = (days: number) => new Date(daysBefore(now(), days).getTime() - graceMs)
    const steps = [
      takeUpImports,
      takeUpTrials,
      () => sweepTrials(database, before(importLimits.triedDays)),
      () => forgetImports(database, before(importLimits.keptDays), now()),
    ] as const
    const done: PromiseSettledResult<number | void>[] = []
    for (const step of steps) done.push(...(await Promise.allSettled([step()])))
    for (const each of done) if (each.status === 'rejected') throw each.reason
    const [taken] = done
    return taken?.status === 'fulfilled' ? Number(taken.value) : 0
  }
}
