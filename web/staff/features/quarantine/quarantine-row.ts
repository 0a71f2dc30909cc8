import { productName } from '#domain/catalog/product-name.ts'
import {
  answerDeadlineMs,
  customerAnswer,
  type AnswerFacts,
  type CustomerAnswer,
} from '#domain/quarantine/customer-answer.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'

/** A quarantined item as the list shows it. Amounts are integer cents, times Unix milliseconds. */
export interface QuarantineRow extends AnswerFacts {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
  readonly name: string | null
  readonly warehouseId: string | null
  readonly waitingSinceMs: number
  readonly declaredCents: number | null
  readonly controlledCents: number | null
  readonly setAside: 'locked' | 'stolen' | null
  readonly returnLabel: string | null
}

/** An item of the device's copy, which knows the test and nothing of mail and answer. */
export function rowOfItem(item: ItemRow): QuarantineRow {
  const { control, declaration } = itemFacts(item)
  const { id, code, buybackCode, warehouseId, buybackStatus } = item
  return {
    id,
    code,
    buybackCode,
    name: productName(item),
    warehouseId,
    buybackStatus,
    waitingSinceMs: control?.atMs ?? item.latestMoveAtMs ?? item.createdAtMs,
    declaredCents: declaration?.priceCents ?? item.declaredPriceCents,
    controlledCents: control?.priceCents ?? null,
    setAside: control?.setAside ?? null,
    proposedAtMs: control?.outcome === 'proposal' ? control.atMs : null,
    proposal: null,
    returnLabel: null,
  }
}

/** An item as the server tells it. */
export function rowOfAnswer(told: QuarantinedItemAnswer): QuarantineRow {
  const { id, code, buybackCode, warehouseId, buybackStatus, setAside, returnLabel } = told
  const waitingSinceMs = Date.parse(told.waitingSince)
  return {
    id,
    code,
    buybackCode,
    name: productName(told),
    warehouseId,
    buybackStatus,
    waitingSinceMs,
    declaredCents: told.declaredPriceCents,
    controlledCents: told.controlledPriceCents,
    setAside,
    proposedAtMs: told.outcome === 'proposal' ? waitingSinceMs : null,
    proposal: told.proposal === null ? null : factsOf(told.proposal),
    returnLabel,
  }
}

/** What a row says of the customer: the answer at a moment, and until when it may come or might have. */
export function answerOfRow(
  row: QuarantineRow,
  nowMs: number,
): { readonly answer: CustomerAnswer; readonly deadlineMs: number | null } {
  return { answer: customerAnswer(row, nowMs), deadlineMs: answerDeadlineMs(row) }
}

function factsOf({
  state,
  expiresAt,
  mailProblem,
}: NonNullable<QuarantinedItemAnswer['proposal']>): AnswerFacts['proposal'] {
  return {
    expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt),
    answer: state === 'accepted' || state === 'declined' ? state : null,
    isVoided: state === 'closed',
    hasNoAddress: mailProblem === 'no_address',
  }
}
