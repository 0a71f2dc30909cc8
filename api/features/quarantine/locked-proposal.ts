import type { Transaction } from 'kysely'
import { writeServerChange } from '#api/db/item-change.ts'
import type { Tables } from '#api/db/tables.ts'
import { awaitsAnswer, proposalState, type ProposalState } from '#domain/quarantine/proposal.ts'
import { decideProposalAnswer, type ProposalAnswer } from '#domain/quarantine/quarantine.ts'
import { paymentsOf } from './proposal-mail.ts'
import { keepAnswer, readProposal, type ProposalRow, type ProposalScope } from './proposal-queries.ts'
import { lockItem, type LockedItem } from './quarantined-item-queries.ts'

/** A proposal with its item, locked. */
export interface FoundProposal {
  readonly scope: ProposalScope
  readonly item: LockedItem
  readonly proposal: ProposalRow
  readonly state: ProposalState
}

/** A proposal as it stands under the lock of its item. */
export async function lockProposal(
  tx: Transaction<Tables>,
  scope: ProposalScope,
  now: Date,
): Promise<FoundProposal | null> {
  const named = await readProposal(tx, scope)
  const item = named === null ? null : await lockItem(tx, { accountId: scope.accountId, itemId: named.itemId })
  const proposal = await readProposal(tx, scope)
  if (item === null || proposal === null) return null
  return { scope, item, proposal, state: stateOf(item, proposal, now) }
}

function stateOf(item: LockedItem, proposal: ProposalRow, now: Date): ProposalState {
  const expiresAtMs = proposal.expiresAt?.getTime() ?? null
  const isVoided = proposal.voidedAt !== null || !awaitsAnswer(item.status, item.buybackStatus)
  return proposalState({ expiresAtMs, answer: proposal.answer, isVoided }, now.getTime())
}

/** Writes an answer by the rules of the domain; false where these allow none any more. */
export async function writeAnswer(
  tx: Transaction<Tables>,
  { scope, item, proposal }: FoundProposal,
  given: { readonly answer: ProposalAnswer; readonly at: Date; readonly isByDeadline: boolean },
): Promise<boolean> {
  const { answer, at, isByDeadline } = given
  const { priceCents } = proposal
  const grade = item.facts?.control?.grade ?? null
  const decided = decideProposalAnswer(item, answer, item.declaration, { grade, priceCents })
  if (!decided.ok) return false
  const { next, validated } = decided.value
  // The answer first: what leaves quarantine unanswered is voided.
  await keepAnswer(tx, scope, given)
  const by = { accountId: scope.accountId, userId: null, at }
  await writeServerChange(tx, by, item, {
    action: isByDeadline ? `proposal_ended_${answer}` : `proposal_${answer}`,
    next,
    validated,
    details: { proposalId: proposal.id, priceCents, ...paymentsOf(item, proposal) },
  })
  return true
}
