import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { awaitsAnswer, proposalState, type ProposalState } from '#domain/warehouse/proposal.ts'
import { decideProposalAnswer, type ProposalAnswer } from '#domain/warehouse/quarantine.ts'
import type { answerProposalCall } from '#sync/calls/quarantine.ts'
import type * as z from 'zod'
import { appendHistory, lockItem, writeItem, type ItemScope, type LockedItem } from './item-queries.ts'
import { paymentsOf } from './proposal-mail.ts'
import { findProposal, keepAnswer, readProposal, type ProposalRow, type ProposalScope } from './proposal-queries.ts'
import type { QuarantineDeps } from './quarantine-deps.ts'

type CustomerProposal = z.input<typeof answerProposalCall.answer>

/** What a link shows: the proposal, and what was answered. */
export async function showProposal(
  deps: QuarantineDeps,
  token: string,
  address: string,
): Promise<Result<CustomerProposal, Failure>> {
  return withProposal(deps, token, address, async (_tx, { item, proposal, state }) =>
    succeed(customerProposal(item, proposal, state)),
  )
}

/**
 * Takes the customer's answer, once: the same answer again is answered alike, another one is refused. The item changes
 * by the rules of the lifecycle's rows «customer accepts» and «customer declines».
 */
export async function answerProposal(
  deps: QuarantineDeps,
  token: string,
  address: string,
  answer: ProposalAnswer,
): Promise<Result<CustomerProposal, Failure>> {
  return withProposal(deps, token, address, async (tx, found) => {
    const { scope, item, proposal, state } = found
    if (state === answer) return succeed(customerProposal(item, proposal, state))
    if (state === 'expired') return refuse('PROPOSAL_EXPIRED')
    if (state !== 'open') return refuse('PROPOSAL_CLOSED', { details: { state } })
    const decided = decideProposalAnswer(item, answer, item.declaration, proposal.priceCents)
    if (!decided.ok) return refuse('PROPOSAL_CLOSED', { details: { state: 'closed' } })
    const at = deps.now()
    const { next, validated } = decided.value
    const ofItem: ItemScope = { accountId: scope.accountId, itemId: item.id }
    // The answer first: what leaves quarantine unanswered is voided.
    await keepAnswer(tx, scope, { answer, at })
    await writeItem(tx, ofItem, { next, validated, at, facts: validated === null ? {} : { validated } })
    await appendHistory(tx, ofItem, {
      id: newId(),
      action: `proposal_${answer}`,
      before: item,
      after: next,
      userId: null,
      at,
      details: { proposalId: proposal.id, priceCents: proposal.priceCents, ...paymentsOf(item, proposal) },
    })
    return succeed(customerProposal(item, { ...proposal, answer, answeredAt: at }, answer))
  })
}

interface FoundProposal {
  readonly scope: ProposalScope
  readonly item: LockedItem
  readonly proposal: ProposalRow
  readonly state: ProposalState
}

async function withProposal<T>(
  deps: QuarantineDeps,
  token: string,
  address: string,
  run: (tx: Transaction<Tables>, found: FoundProposal) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const waitSeconds = await deps.throttle.hit({ proposalByAddress: address })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const scope = isToken(token, 'proposal') ? await findProposal(deps.database, hashToken(token)) : null
  if (scope === null) return refuse('PROPOSAL_LINK_INVALID')
  return inAccount(deps.database, scope.accountId, async (tx) => {
    const named = await readProposal(tx, scope)
    const item = named === null ? null : await lockItem(tx, { accountId: scope.accountId, itemId: named.itemId })
    const proposal = await readProposal(tx, scope)
    if (item === null || proposal === null) return refuse('PROPOSAL_LINK_INVALID')
    return run(tx, { scope, item, proposal, state: stateOf(item, proposal, deps.now()) })
  })
}

function stateOf(item: LockedItem, proposal: ProposalRow, now: Date): ProposalState {
  const expiresAtMs = proposal.expiresAt?.getTime() ?? null
  const isVoided = proposal.voidedAt !== null || !awaitsAnswer(item.status, item.buybackStatus)
  return proposalState({ expiresAtMs, answer: proposal.answer, isVoided }, now.getTime())
}

function customerProposal(item: LockedItem, proposal: ProposalRow, state: ProposalState): CustomerProposal {
  return {
    state,
    language: item.language,
    currency: item.currency,
    accountName: item.accountName,
    buybackCode: item.buybackCode,
    productName: item.productName,
    ...paymentsOf(item, proposal),
    expiresAt: (proposal.expiresAt ?? proposal.createdAt).toISOString(),
    answeredAt: proposal.answeredAt?.toISOString() ?? null,
  }
}
