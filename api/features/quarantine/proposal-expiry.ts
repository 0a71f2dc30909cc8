import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { lockProposal, writeAnswer } from './locked-proposal.ts'
import { endedProposals, type ProposalScope } from './proposal-queries.ts'

/** Proposals read at once. */
const batch = 50

/**
 * Builds the round that ends the proposals whose time is over as their mails have announced. It answers how many it ended.
 * Any number of processes may run it.
 */
export function createProposalExpiry(deps: {
  readonly database: Database
  readonly now: () => Date
  readonly log: { warn(facts: object, message: string): void }
}): () => Promise<number> {
  const { database, now, log } = deps
  return async () => {
    let ended = 0
    // Those that cannot be ended stay first: the round goes on past them.
    let found = await endedProposals(database, now(), { after: null, limit: batch })
    while (found.length > 0) {
      for (const scope of found) {
        try {
          if (await inAccount(database, scope.accountId, (tx) => endProposal(tx, scope, now()))) ended += 1
        } catch (error) {
          // The next round tries it again; the others need not wait for it.
          const reason = error instanceof Error ? error.name : typeof error
          log.warn({ proposalId: scope.id, reason }, 'proposal not ended')
        }
      }
      found = await endedProposals(database, now(), { after: found.at(-1) ?? null, limit: batch })
    }
    return ended
  }
}

/** Ends a proposal that was not answered in time; false where it was in the meantime, or waits for no answer any more. */
async function endProposal(tx: Transaction<Tables>, scope: ProposalScope, at: Date): Promise<boolean> {
  const found = await lockProposal(tx, scope, at)
  if (found?.state !== 'expired' || found.proposal.endChoice === 'stays_open') return false
  return writeAnswer(tx, found, { answer: found.proposal.endChoice, at, isByDeadline: true })
}
