import * as z from 'zod'
import type { Logger } from 'pino'
import { inAccount } from '#api/db/in-account.ts'
import { jobsAtOnce } from '#api/jobs/job-runner.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { sendImportJob, touchImports, unworkedImports } from './import-queries.ts'
import { keepPlans } from './kept-plans.ts'
import { runImports, type ImportJobDeps } from './run-imports.ts'
import { forgetImports, noteTrialFailure, sendTrial, sweepTrials, unworkedTrials } from './turn-queries.ts'
import { tryImport } from './try-import.ts'

const scopeSchema = z.object({ accountId: z.guid() })
const trialSchema = scopeSchema.extend({ importId: z.guid() })

/** Files that a process keeps in memory: of each account that it works on at once, and a short one that goes past. */
const plansKept = jobsAtOnce + 1

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
const dayMs = 24 * 3_600_000
/** How long a file that was tried waits for a person to start it. */
const trialMs = dayMs

/**
 * Builds the round that takes up the imports of a process that has died, before its job is given up. It answers how
 * many accounts it took. Trials that no job is left for are taken up, too, each time as one that failed, and old ones are
 * forgotten, as are the files and changes of imports whose days are over. Any number of processes may run it.
 */
export function createImportSweep({
  database,
  now,
  log,
}: ImportJobDeps & { readonly log: Pick<Logger, 'warn'> }): () => Promise<number> {
  return async () => {
    const at = now()
    await sweepTrials(database, new Date(at.getTime() - trialMs))
    await forgetImports(database, new Date(at.getTime() - importLimits.keptDays * dayMs), at)
    for (const { accountId, importId: id, lines } of await unworkedTrials(
      database,
      new Date(now().getTime() - restMs),
      batch,
    )) {
      log.warn({ accountId, importId: id }, 'a trial is taken up again')
      await inAccount(database, accountId, async (tx) => {
        if (await noteTrialFailure(tx, { accountId }, { id, at: now() }))
          await sendTrial(tx, { accountId }, { id, lines })
      })
    }
    const found = await unworkedImports(database, new Date(now().getTime() - restMs), batch)
    for (const scope of found) {
      log.warn({ accountId: scope.accountId }, 'imports are taken up again')
      await inAccount(database, scope.accountId, async (tx) => {
        await touchImports(tx, scope, now())
        await sendImportJob(tx, scope)
      })
    }
    return found.length
  }
}
