import { randomInt } from 'node:crypto'
import { inAccount } from '#api/db/in-account.ts'
import { appendHistory } from '#api/db/item-change.ts'
import { newId } from '#api/db/new-id.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { isSettled } from '#domain/buyback/buyback-status.ts'
import { succeed } from '#domain/kernel/result.ts'
import { awaitsAnswer } from '#domain/quarantine/proposal.ts'
import { isWholeAddress, returnLabelNumber } from '#domain/expedition/return-label-number.ts'
import { answerProposalCall, readProposalCall } from '#sync/calls/proposal.ts'
import * as calls from '#sync/calls/quarantine.ts'
import { answerProposal, showProposal } from './customer-answer.ts'
import { insertReturnLabel, lockItem, readReturnLabel, type LockedItem } from './quarantined-item-queries.ts'
import { mailProposal } from './proposal-mail.ts'
import { insertProposal, openProposalOf, readProposal, replaceProposal } from './proposal-queries.ts'
import type { QuarantineDeps } from './quarantine-deps.ts'
import { listQuarantine, proposalAnswerOf } from './quarantine-queries.ts'

/** The office side of quarantine: its list, the mail, the label for the way back, and the customer's link. */
export function createQuarantineRoutes(deps: QuarantineDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  return [
    route(
      {
        ...calls.listQuarantineCall,
        permission: 'quarantine.transition',
        summary: 'Quarantined items',
        refusals: ['REQUEST_NOT_FOUND'],
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const own = ownWarehouse(caller)
        if (own !== null && query.warehouseId !== undefined && query.warehouseId !== own)
          return refuse('REQUEST_NOT_FOUND', { field: 'warehouseId' })
        const { accountId } = caller
        const scope = { accountId, warehouseId: own ?? query.warehouseId ?? null, now: now() }
        const found = await inAccount(database, accountId, (tx) => listQuarantine(tx, scope, query), {
          isolation: 'repeatable read',
          readOnly: true,
        })
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.resendQuarantineMailCall,
        permission: 'quarantine.send_mail',
        summary: 'Propose the price again',
        refusals: ['ITEM_STATUS_NOT_ELIGIBLE', 'QUARANTINE_NO_PROPOSAL', 'QUARANTINE_NO_ADDRESS'],
      },
      async ({ caller, params }) => {
        const scope = { accountId: caller.accountId, itemId: params.id }
        const answer = await inAccount(database, scope.accountId, async (tx) => {
          const known = await openProposalOf(tx, scope)
          const item = await lockItem(tx, scope)
          if (item === null || !reaches(caller, item)) return refuse('REQUEST_NOT_FOUND')
          if (!awaitsAnswer(item.status, item.buybackStatus)) return refuse('ITEM_STATUS_NOT_ELIGIBLE')
          const control = item.facts?.control ?? null
          if (control?.outcome !== 'proposal' || control.priceCents === null || item.declaration === null)
            return refuse('QUARANTINE_NO_PROPOSAL')
          if (item.email === null) return refuse('QUARANTINE_NO_ADDRESS')
          const at = now()
          // Another press that came in the same moment has sent it while this one waited for the item.
          const open = await openProposalOf(tx, scope)
          const sent = open === null || open === known ? null : await readProposal(tx, { ...scope, id: open })
          if (sent !== null) return succeed(proposalAnswerOf(sent, at))
          const proposal = { id: newId(), buybackId: item.buybackId, priceCents: control.priceCents }
          await replaceProposal(tx, scope, at)
          await insertProposal(tx, scope, proposal)
          const ofProposal = { accountId: scope.accountId, id: proposal.id }
          if (!(await mailProposal(tx, deps, ofProposal))) return refuse('QUARANTINE_NO_PROPOSAL')
          const by = { accountId: scope.accountId, userId: caller.userId, at }
          const details = { proposalId: proposal.id, priceCents: proposal.priceCents }
          await appendHistory(tx, by, item, { action: 'proposal_sent', next: item, details })
          const row = await readProposal(tx, ofProposal)
          return row === null ? refuse('QUARANTINE_NO_PROPOSAL') : succeed(proposalAnswerOf(row, at))
        })
        if (answer.ok) deps.mailQueued()
        return answer
      },
    ),

    route(
      {
        ...calls.returnLabelCall,
        permission: 'return_label.retrieve',
        summary: 'Label for the way back',
        refusals: ['ITEM_STATUS_NOT_ELIGIBLE', 'RETURN_LABEL_NO_ADDRESS'],
      },
      async ({ caller, params }) => {
        const scope = { accountId: caller.accountId, itemId: params.id }
        return inAccount(database, scope.accountId, async (tx) => {
          const item = await lockItem(tx, scope)
          if (item === null || !reaches(caller, item)) return refuse('REQUEST_NOT_FOUND')
          const known = await readReturnLabel(tx, scope)
          if (known !== null) return succeed(labelAnswer(scope.itemId, known))
          // What is paid for does not go back.
          const mayGoBack = item.status === 'item_in_quarantine' || item.status === 'item_to_return'
          if (!mayGoBack || isSettled(item.buybackStatus)) return refuse('ITEM_STATUS_NOT_ELIGIBLE')
          if (!isWholeAddress(item)) return refuse('RETURN_LABEL_NO_ADDRESS')
          const label = { number: returnLabelNumber(drawDigits(14)), createdAt: now() }
          await insertReturnLabel(tx, scope, { ...label, id: newId(), userId: caller.userId })
          const by = { accountId: scope.accountId, userId: caller.userId, at: label.createdAt }
          const details = { number: label.number }
          await appendHistory(tx, by, item, { action: 'return_label', next: item, details })
          return succeed(labelAnswer(scope.itemId, label))
        })
      },
    ),

    route(
      {
        ...readProposalCall,
        permission: 'none',
        summary: 'A proposal as its customer sees it',
        refusals: ['PROPOSAL_LINK_INVALID', 'ACCESS_THROTTLED'],
      },
      async ({ params, http }) => showProposal(deps, params.token, http.address),
    ),

    route(
      {
        ...answerProposalCall,
        permission: 'none',
        summary: 'Accept or decline a proposal',
        refusals: ['PROPOSAL_LINK_INVALID', 'PROPOSAL_CLOSED', 'PROPOSAL_EXPIRED', 'ACCESS_THROTTLED'],
      },
      async ({ params, body, http }) => answerProposal(deps, params.token, http.address, body.answer),
    ),
  ]
}

// Warehouse users work in theirs alone; everybody else who holds these permissions sees the whole account.
function ownWarehouse({ module, organizationId }: Session): string | null {
  return module === 'rps' ? organizationId : null
}

function reaches(caller: Session, item: LockedItem): boolean {
  const own = ownWarehouse(caller)
  return own === null || item.warehouseId === own
}

function labelAnswer(itemId: string, label: { readonly number: string; readonly createdAt: Date }) {
  return { itemId, number: label.number, createdAt: label.createdAt.toISOString() }
}

function drawDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}
