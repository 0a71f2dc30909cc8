import { useCallback, useEffect, useRef, useState } from 'react'
import { productName } from '#domain/catalog/product-name.ts'
import { productCodes } from '#domain/item/resolve-code.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { ItemView } from '#web/local/copy/base-view.ts'
import { followEngine } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { recogniseByCodes } from '#web/local/copy/find-by-codes.ts'
import type { Scan } from '#web/scan/scan.ts'
import { checkInPlace, verdictOf, type CheckInPlaceFacts } from '../check-in-rules.ts'
import { detailsOf } from '../line-details.ts'
import { refusedVerdict, undoneVerdict, type Verdict } from '../verdict.ts'
import { lookUp, type Lookup } from './lookup.ts'

/** The list that keeps scans of the confirmation screen. */
export const singleList = 'check-in:single'

/** The codes that a scan or an entry may mean, in the order of look-ups. */
export interface Reading {
  /** What the screen calls it where none of them is found. */
  readonly code: string
  readonly codes: readonly string[]
  /** Those of another reading of the same keys, looked up where the first are unknown. */
  readonly alternative: readonly string[]
}

/** A code and what it means here. */
export interface LookedUp {
  readonly step: 'found'
  /** The code that named the product; of an unknown one the first that it may have. */
  readonly code: string
  readonly lookup: Lookup
  /** What is looked up again where nothing was found. */
  readonly reading: Reading | null
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
  readonly lookUpCode: (reading: Reading) => Promise<LookedUp>
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
  const { itemId, code = '' } = start
  const place = checkInPlace({ warehouseId, userType, config }, null)
  // What the scan that led here has just read is drawn at once; anything else is read first.
  const [handed] = useState(() => (itemId === undefined ? null : engine.viewed(itemId)))
  const isHanded = useRef(handed !== null)
  const [state, setState] = useState<ConfirmationState>(() =>
    handed === null ? { step: 'empty' } : { step: 'found', code, lookup: lookUp([handed.item], place), reading: null },
  )

  const meaning = useCallback(
    (items: readonly ItemRow[], code: string, reading: Reading | null): LookedUp => {
      const at = checkInPlace({ warehouseId, userType, config: engine.config() }, null)
      return { step: 'found', code, lookup: lookUp(items, at), reading }
    },
    [engine, warehouseId, userType],
  )
  const find = useCallback(
    async (reading: Reading): Promise<LookedUp> => {
      const { codes, alternative } = reading
      const items = await recogniseByCodes(engine, codes)
      if (items.length > 0) return meaning(items, codeAmong(codes, items) ?? reading.code, reading)
      const others = await recogniseByCodes(engine, alternative)
      return meaning(others, codeAmong(alternative, others) ?? reading.code, reading)
    },
    [engine, meaning],
  )
  // What the operator has done since the address was opened: its product must not take the place of that.
  const since = useRef({ address: '', actions: 0 })

  // Another link is another product; a copy that has just arrived may know it now.
  const ready = config !== null
  useEffect(() => {
    if (itemId === undefined && code === '') return
    const isDrawn = isHanded.current && itemId !== undefined && engine.viewed(itemId) === handed
    isHanded.current = false
    const address = `${itemId ?? ''} ${code}`
    if (since.current.address !== address) since.current = { address, actions: 0 }
    if (isDrawn || since.current.actions > 0) return
    let alive = true
    const reading = code === '' ? null : typedReading(code)
    const seen = (views: readonly ItemView[]) =>
      meaning(
        views.map(({ item }) => item),
        code,
        reading,
      )
    const looked = itemId === undefined ? find(typedReading(code)) : engine.view([itemId]).then(seen)
    void looked.then((found) => alive && since.current.actions === 0 && setState(found))
    return () => {
      alive = false
    }
  }, [engine, handed, find, meaning, ready, itemId, code])

  // The copy of a warehouse that has just been chosen is still on its way: what it brings is recognised then.
  const unknown = state.step === 'found' && state.lookup.face === 'not_recognised' ? state.reading : null
  useEffect(() => {
    if (unknown === null) return
    return followEngine(
      engine,
      () => find(unknown),
      (found) => {
        if (found.lookup.face === 'not_recognised') return
        setState((now) => (now.step === 'found' && now.reading === unknown ? found : now))
      },
    )
  }, [engine, find, unknown])

  const confirm = async (comment: string): Promise<Verdict | null> => {
    if (state.step !== 'found') return null
    since.current.actions += 1
    const { lookup } = state
    const item = lookup.face === 'ready' ? lookup.item : null
    if (item === null && (lookup.face !== 'not_recognised' || state.code === '')) return null
    const named = state.code === '' ? (item?.buybackCode ?? '') : state.code
    const label = item === null ? null : productName(item)
    const captured = await engine.dispatch(
      checkInItem,
      {
        code: named,
        warehouseId,
        ...(item === null ? {} : { itemId: item.id }),
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      },
      {
        line: {
          listId: singleList,
          code: named,
          ...(label === null ? {} : { label }),
          details: detailsOf(item?.id ?? null, refusedVerdict('SYNC_NEEDS_A_PERSON')),
        },
      },
    )
    const verdict = verdictOf(captured, named, config)
    const after = captured.items.find(({ id }) => id === item?.id) ?? item
    setState({
      step: 'done',
      code: named,
      item: after,
      verdict,
      opId: captured.captured ? captured.opId : null,
      undone: false,
    })
    return verdict
  }

  const show = (found: LookedUp): LookedUp => {
    since.current.actions += 1
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
    lookUpCode: async (reading) => {
      since.current.actions += 1
      return show(await find(reading))
    },
    pick: (item) => show({ step: 'found', code: item.buybackCode, lookup: lookUp([item], place), reading: null }),
    confirm,
    undo,
    reset: () => {
      since.current.actions += 1
      setState({ step: 'empty' })
    },
  }
}

/** The reading of a scan. */
export function readingOf({ resolution, alternative }: Pick<Scan, 'resolution' | 'alternative'>): Reading {
  const codes = productCodes(resolution)
  const code = codes[0] ?? resolution.code
  return { code, codes, alternative: alternative === null ? [] : productCodes(alternative) }
}

/** The reading of an entry, which is one code. */
export function typedReading(code: string): Reading {
  return { code, codes: [code], alternative: [] }
}

/** The code by which one of the items was found. */
function codeAmong(codes: readonly string[], items: readonly ItemRow[]): string | undefined {
  return codes.find((code) => items.some((item) => codesOf(item).includes(code)))
}
