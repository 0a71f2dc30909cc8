import { useCallback, useEffect, useRef, useState } from 'react'
import { productName } from '#domain/catalog/product-name.ts'
import { checkInItem } from '#sync/operations/warehouse/check-in-item.ts'
import { undoCheckIn } from '#sync/operations/warehouse/undo-check-in.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { followEngine } from '#web/local/engine-reads.ts'
import type { Engine } from '#web/local/engine.ts'
import { findByCodes } from '#web/local/find-by-codes.ts'
import { checkInPlace, verdictOf, type CheckInPlaceFacts } from '../check-in/check-in-session.ts'
import { detailsOf } from '../check-in/line-details.ts'
import { refusedVerdict, undoneVerdict, type Verdict } from '../check-in/verdict.ts'
import { lookUp, type Lookup } from './lookup.ts'

/** The list that keeps scans of the confirmation screen. */
export const singleList = 'check-in:single'

/** A code and what it means here. */
export interface LookedUp {
  readonly step: 'found'
  readonly code: string
  readonly lookup: Lookup
}

/** Where the confirmation of one product stands. */
export type ConfirmationState =
  | { readonly step: 'empty' }
  | LookedUp
  | {
      readonly step: 'done'
      readonly code: string
      readonly item: ItemRow | null
      readonly verdict: Verdict
      readonly opId: string | null
      readonly undone: boolean
    }

/** What the screen may ask for. */
export interface Confirmation {
  readonly state: ConfirmationState
  readonly lookUpCode: (code: string) => Promise<LookedUp>
  readonly pick: (item: ItemRow) => LookedUp
  readonly confirm: (comment: string) => Promise<Verdict | null>
  readonly undo: () => Promise<Verdict | null>
  readonly reset: () => void
}

/** Check-in of one product that is looked at before (WH-03). */
export function useConfirmation(
  engine: Engine,
  facts: CheckInPlaceFacts,
  start: { readonly itemId: string | undefined; readonly code: string | undefined },
): Confirmation {
  const { warehouseId, userType, config } = facts
  const place = checkInPlace({ warehouseId, userType, config }, null)
  // What the scan that led here has just read is drawn at once; anything else is read first.
  const [handed] = useState(() => (start.itemId === undefined ? null : engine.viewed(start.itemId)))
  const isHanded = useRef(handed !== null)
  const [state, setState] = useState<ConfirmationState>(() =>
    handed === null
      ? { step: 'empty' }
      : { step: 'found', code: start.code ?? '', lookup: lookUp([handed.item], place) },
  )

  const find = useCallback(
    async (ids: readonly string[], code: string): Promise<LookedUp> => {
      const items =
        ids.length > 0 ? (await engine.view(ids)).map(({ item }) => item) : await findByCodes(engine, [code])
      const at = checkInPlace({ warehouseId, userType, config: engine.config() }, null)
      return { step: 'found', code, lookup: lookUp(items, at) }
    },
    [engine, warehouseId, userType],
  )

  // Another link is another product; a copy that has just arrived may know it now.
  const ready = config !== null
  useEffect(() => {
    if (start.itemId === undefined && start.code === undefined) return
    const isDrawn = isHanded.current && start.itemId !== undefined && engine.viewed(start.itemId) === handed
    isHanded.current = false
    if (isDrawn) return
    let alive = true
    const ids = start.itemId === undefined ? [] : [start.itemId]
    void find(ids, start.code ?? '').then((found) => alive && setState(found))
    return () => {
      alive = false
    }
  }, [engine, handed, find, ready, start.itemId, start.code])

  // The copy of a warehouse that has just been chosen is still on its way: what it brings is recognised then.
  const unknown = state.step === 'found' && state.lookup.face === 'not_recognised' ? state.code : ''
  useEffect(() => {
    if (unknown === '') return
    return followEngine(
      engine,
      () => find([], unknown),
      (found) => {
        if (found.lookup.face !== 'not_recognised') setState(found)
      },
    )
  }, [engine, find, unknown])

  const confirm = async (comment: string): Promise<Verdict | null> => {
    if (state.step !== 'found') return null
    const { lookup } = state
    const item = lookup.face === 'ready' ? lookup.item : null
    if (item === null && (lookup.face !== 'not_recognised' || state.code === '')) return null
    const code = state.code === '' ? (item?.buybackCode ?? '') : state.code
    const label = item === null ? null : productName(item)
    const captured = await engine.dispatch(
      checkInItem,
      {
        code,
        warehouseId,
        ...(item === null ? {} : { itemId: item.id }),
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      },
      {
        line: {
          listId: singleList,
          code,
          ...(label === null ? {} : { label }),
          details: detailsOf(item?.id ?? null, refusedVerdict('SYNC_NEEDS_A_PERSON')),
        },
      },
    )
    const verdict = verdictOf(captured, code, config)
    const after = captured.items.find(({ id }) => id === item?.id) ?? item
    setState({
      step: 'done',
      code,
      item: after,
      verdict,
      opId: captured.captured ? captured.opId : null,
      undone: false,
    })
    return verdict
  }

  const show = (found: LookedUp): LookedUp => {
    setState(found)
    return found
  }

  const undo = async (): Promise<Verdict | null> => {
    if (state.step !== 'done' || state.opId === null || state.undone) return null
    const captured = await engine.dispatch(
      undoCheckIn,
      { targetOpId: state.opId, code: state.code, ...(state.item === null ? {} : { itemId: state.item.id }) },
      { dependsOn: [state.opId] },
    )
    const verdict = captured.captured ? undoneVerdict : refusedVerdict(captured.code)
    setState({ ...state, verdict, undone: captured.captured })
    return verdict
  }

  return {
    state,
    lookUpCode: async (code) => show(await find([], code)),
    pick: (item) => show({ step: 'found', code: item.buybackCode, lookup: lookUp([item], place) }),
    confirm,
    undo,
    reset: () => setState({ step: 'empty' }),
  }
}
