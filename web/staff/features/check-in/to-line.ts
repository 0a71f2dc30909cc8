import { checkInKinds } from '#domain/check-in/check-in.ts'
import { sharedCode } from '#domain/check-in/check-in-round.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { alreadyCheckedIn } from '#sync/operations/check-in/check-in-item.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { isUndone, type LineView } from '#web/local/outbox/lines.ts'
import type { CheckInLine, LineState } from './check-in-line.ts'
import { readDetails, type LineDetails } from './line-details.ts'
import {
  acceptedVerdict,
  alreadyVerdict,
  withSignedOutWork,
  refusedVerdict,
  undoneVerdict,
  unknownVerdict,
  type Verdict,
} from './verdict.ts'

/** What a line is drawn with beside its own row. */
export interface LineFacts {
  readonly userId: string
  /** Whether the server can be reached: what was tried without a network is not called sent. */
  readonly online: boolean
  readonly config: Config | null
  /** Items of lines whose code nothing on the device knew when they were scanned. */
  readonly items: ReadonlyMap<string, ItemRow>
}

/** Draws up a durable line for the list. */
export function toLine(view: LineView, facts: LineFacts): CheckInLine {
  const details = readDetails(view.details)
  const itemId = itemIdOf(view)
  const item = itemId === null ? undefined : facts.items.get(itemId)
  const undone = isUndone(view)
  return {
    lineId: view.id,
    listId: view.listId,
    code: view.code,
    capturedAtMs: view.capturedAtMs,
    state: undone ? 'undone' : stateOf(view, facts.online),
    verdict: verdictOf(view, details, item, facts.config),
    label: view.label ?? (item === undefined ? null : productName(item)),
    opId: view.opId,
    itemId,
    reason:
      !undone && (view.state === 'refused' || view.state === 'held') ? (view.reasonCode ?? view.refusedCode) : null,
    details,
    undoable: !undone && isUndoable(view, facts.userId),
  }
}

/**
 * Items that lines are read with: those the server found for a code that the device did not know, and those of another
 * warehouse, whose names come with the first action on them.
 */
export function itemIdsToRead(views: readonly LineView[]): readonly string[] {
  return views
    .filter(({ verdict, label }) => verdict === 'unverified' || label === null)
    .flatMap((view) => itemIdOf(view) ?? [])
}

/** The item of a line: as the device knew it, or as the server found it. */
function itemIdOf(view: LineView): string | null {
  const known = readDetails(view.details)?.itemId
  if (known != null) return known
  const id = view.op?.outcome?.result?.['itemId']
  return typeof id === 'string' ? id : null
}

// What the device itself refused never leaves it; there is nothing to wait for.
function stateOf(view: LineView, online: boolean): LineState {
  if (view.state === 'sent' && !online) return 'saved'
  return view.state === 'refused' && view.opId === null ? 'local' : view.state
}

function isUndoable({ opId, op, state, reasonCode, userId: by }: LineView, userId: string): boolean {
  if (opId === null) return reasonCode === sharedCode && by === userId
  if (op === null || op.op.type !== 'checkInItem' || op.op.actor !== userId) return false
  if (op.outcome?.result?.['kind'] === alreadyCheckedIn) return false
  return state === 'saved' || state === 'sent' || state === 'confirmed'
}

function verdictOf(
  view: LineView,
  details: LineDetails | null,
  item: ItemRow | undefined,
  config: Config | null,
): Verdict {
  const code = view.state === 'refused' || view.state === 'settled' ? (view.reasonCode ?? '') : null
  // Once it is applied, nothing waits for anybody.
  const sealedBy = view.state === 'confirmed' ? undefined : details?.sealedBy
  return withSignedOutWork(plainVerdict(view, details, item, config), code, sealedBy)
}

function plainVerdict(
  view: LineView,
  details: LineDetails | null,
  item: ItemRow | undefined,
  config: Config | null,
): Verdict {
  if (isUndone(view)) return undoneVerdict
  if (view.state === 'refused' || view.state === 'settled') {
    const refused = refusedVerdict(view.reasonCode ?? 'SYNC_NEEDS_A_PERSON', item ?? null, config)
    // The device's own verdict knew the product, and names the place.
    return refused.word === 'elsewhere' && details?.verdict.word === 'elsewhere' ? details.verdict : refused
  }
  const decided = view.op?.outcome?.result?.['kind']
  if (decided === alreadyCheckedIn) return alreadyVerdict
  const kind = checkInKinds.find((each) => each === decided)
  const foreseen = details?.verdict ?? unknownVerdict(view.code)
  if (kind === undefined || kind === foreseen.word || item === undefined) return foreseen
  return acceptedVerdict(kind, item, config)
}
