import { productName } from '#domain/catalog/product-name.ts'
import { proposalLifetimeMs } from '#domain/warehouse/proposal.ts'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'

/** What is known of the customer's answer; each is a key of `quarantine:answer` and a value of the filter. */
export const customerAnswers = ['waiting', 'expired', 'declined', 'unsent', 'noAddress', 'none'] as const
/** One of them: `none` where no price was proposed. */
export type CustomerAnswer = (typeof customerAnswers)[number]

/** A quarantined item as the list shows it. Amounts are integer cents, times Unix milliseconds. */
export interface QuarantineRow {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
  readonly name: string | null
  readonly warehouseId: string | null
  readonly buybackStatus: BuybackStatus
  readonly waitingSinceMs: number
  readonly declaredCents: number | null
  readonly controlledCents: number | null
  readonly setAside: 'locked' | 'stolen' | null
  readonly hasProposal: boolean
  /** Until when the customer may answer; null where nothing was proposed. */
  readonly deadlineMs: number | null
  readonly answer: CustomerAnswer
  readonly returnLabel: string | null
  /** Null while only the device's copy is known. */
  readonly hasAddress: boolean | null
}

/** An item of the device's copy; the server's word, where there is one, says more about mail and answer. */
export function rowOfItem(item: ItemRow, told: QuarantinedItemAnswer | undefined, nowMs: number): QuarantineRow {
  const { control, declaration } = itemFacts(item)
  const hasProposal = control?.outcome === 'proposal'
  const deadlineMs = hasProposal ? control.atMs + proposalLifetimeMs : null
  const { code, buybackCode, warehouseId, buybackStatus } = item
  const row: QuarantineRow = {
    id: item.id,
    code,
    buybackCode,
    name: productName(item),
    warehouseId,
    buybackStatus,
    waitingSinceMs: control?.atMs ?? item.latestMoveAtMs ?? item.createdAtMs,
    declaredCents: declaration?.priceCents ?? item.declaredPriceCents,
    controlledCents: control?.priceCents ?? null,
    setAside: control?.setAside ?? null,
    hasProposal,
    deadlineMs,
    answer: answerByCopy(buybackStatus, deadlineMs, nowMs),
    returnLabel: null,
    hasAddress: null,
  }
  return told === undefined ? row : { ...row, ...toldParts(told, row.answer) }
}

/** An item as the server tells it, for those who keep no copy of a warehouse. */
export function rowOfAnswer(told: QuarantinedItemAnswer): QuarantineRow {
  const hasProposal = told.outcome === 'proposal'
  const { id, code, buybackCode, warehouseId, buybackStatus, setAside } = told
  const otherwise = buybackStatus === 'bb_not_completed' ? 'declined' : 'none'
  return {
    id,
    code,
    buybackCode,
    name: productName(told),
    warehouseId,
    buybackStatus,
    waitingSinceMs: Date.parse(told.waitingSince),
    declaredCents: told.declaredPriceCents,
    controlledCents: told.controlledPriceCents,
    setAside,
    hasProposal,
    deadlineMs: null,
    ...toldParts(told, otherwise),
  }
}

function toldParts(
  { proposal, returnLabel, hasAddress }: QuarantinedItemAnswer,
  otherwise: CustomerAnswer,
): Pick<QuarantineRow, 'returnLabel' | 'hasAddress'> &
  Partial<Pick<QuarantineRow, 'deadlineMs'>> & { readonly answer: CustomerAnswer } {
  if (proposal === null) return { returnLabel, hasAddress, answer: otherwise }
  const deadline = proposal.expiresAt === null ? {} : { deadlineMs: Date.parse(proposal.expiresAt) }
  return { returnLabel, hasAddress, ...deadline, answer: answerOfProposal(proposal, otherwise) }
}

function answerOfProposal(
  { state, mailProblem }: NonNullable<QuarantinedItemAnswer['proposal']>,
  otherwise: CustomerAnswer,
): CustomerAnswer {
  switch (state) {
    case 'open':
      return 'waiting'
    case 'unsent':
      return mailProblem === 'no_address' ? 'noAddress' : 'unsent'
    case 'expired':
    case 'declined':
      return state
    case 'accepted':
    case 'closed':
      return otherwise === 'waiting' || otherwise === 'expired' ? 'none' : otherwise
  }
}

// The copy knows when the price was proposed, and that the buyback has ended; the mail is the server's.
function answerByCopy(status: BuybackStatus, deadlineMs: number | null, nowMs: number): CustomerAnswer {
  if (status === 'bb_not_completed' && deadlineMs !== null) return 'declined'
  if (deadlineMs === null || status !== 'bb_in_processing') return 'none'
  return nowMs < deadlineMs ? 'waiting' : 'expired'
}
