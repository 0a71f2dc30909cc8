import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { controlOutcomes, type ControlOutcome } from '#domain/compliance/compliance.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { testItem, type TestItemArgs } from '#sync/operations/compliance/test-item.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { testDraftOf } from '#web/local/outbox/drafts.ts'
import { followEngine } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { recogniseByCodes } from '#web/local/copy/find-by-codes.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import { keepSeenProduct } from '#web/local/device/seen-products.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import { lookUpControl, type ControlLookup } from './control-lookup.ts'
import { controlPlace, evaluateDraft, termsOf, type EvaluatedTest } from './evaluate-draft.ts'
import { readKeptPhotos, withPhotos } from './kept-photos.ts'
import { isCommentMandatory } from './quick-comments.ts'
import {
  chosenAnswers,
  isImeiWrong,
  isOfEarlierTest,
  isSameSummary,
  readDraft,
  testDraftSchema,
  type DraftPhoto,
  type TestDraft,
} from './test-draft.ts'

/** The list that keeps the tests of this device. */
export const testList = 'test'

/** Where the operator stands. */
export type ComplianceState =
  | { readonly step: 'search' }
  | { readonly step: 'found'; readonly code: string; readonly lookup: Exclude<ControlLookup, { face: 'ready' }> }
  | {
      readonly step: 'test'
      readonly item: ItemRow
      readonly draft: TestDraft
      /** A test that was left half-done is over, because the product has been tested since. */
      readonly isAnew: boolean
    }
  | {
      readonly step: 'done'
      readonly item: ItemRow
      readonly outcome: ControlOutcome
      readonly evaluated: EvaluatedTest
      readonly photos: number
    }

/** Names the step of a state: another name is another question in front of the operator. */
export function stepOf(state: ComplianceState): string {
  if (state.step === 'found') return `found ${state.code} ${state.lookup.face}`
  if (state.step === 'test') return `test ${state.item.id} ${state.draft.step} ${state.draft.at}`
  return state.step
}

/** The result of a confirmation: the outcome and the product after it, or the code of what is missing or refused. */
export type Confirmed = Result<{ readonly outcome: ControlOutcome; readonly item: ItemRow }, string>

/** A code and what it means here; what opens no test is the state itself that shows it. */
export interface LookedUp {
  /** Empty where an address names a product that nobody knows. */
  readonly code: string
  readonly lookup: ControlLookup
}

/**
 * What becomes of a photo that comes: part of its test; too late for one that is confirmed, so that it is told and kept
 * no longer; or gone with one that was erased.
 */
export type AddedPhoto = 'kept' | 'late' | 'forgotten'

/** What the screen may ask for. */
export interface Compliance {
  readonly state: ComplianceState
  /** Looks a code up, or the next reading of the same scan where nothing has it; what may be tested is opened. */
  readonly find: (codes: readonly string[]) => Promise<LookedUp>
  readonly open: (item: ItemRow) => Promise<LookedUp>
  readonly change: (change: (draft: TestDraft) => TestDraft) => void
  /** Adds a photo to the test that it was taken for, also where that is not the one on the screen any more. */
  readonly addPhoto: (itemId: string, photo: DraftPhoto) => Promise<AddedPhoto>
  /**
   * Confirms the test as it stands once `isReady` says so; null where it does not, or where the summary has
   * changed by then.
   */
  readonly confirm: (isReady?: () => Promise<boolean>) => Promise<Confirmed | null>
  readonly reset: () => void
  /** Forgets what was said of this product, with its photos. */
  readonly abandon: () => Promise<void>
}

/** The test of one product after the other (WH-07). */
export function useCompliance(deps: {
  readonly engine: Engine
  readonly photos: Photos
  readonly userId: string
  readonly place: WorkPlace
  readonly itemId: string | undefined
  /** The product in hand changed; the address follows it, so that a restart comes back to it. */
  readonly onItem: (itemId: string | undefined) => void
}): Compliance {
  const { engine, photos, userId, place, itemId, onItem } = deps
  const { warehouseId, config } = place
  const [state, draw] = useState<ComplianceState>({ step: 'search' })
  // What is drawn may be older than what was said last: a photo takes a second to come.
  const latest = useRef<ComplianceState>(state)
  const setState = useCallback((next: ComplianceState): void => {
    latest.current = next
    draw(next)
  }, [])
  const shown = useRef<string | undefined>(undefined)
  // Photos that were taken out of the test in hand; their rows go a moment later.
  const removed = useRef(new Set<string>())
  // What is captured names its photos; one that comes in the meantime waits for what becomes of it.
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const erased = useRef(new Set<string>())
  // A photo may come when another screen goes on with the test already.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const show = useCallback(
    async (items: readonly ItemRow[], code: string): Promise<LookedUp> => {
      const lookup = lookUpControl(items, controlPlace(engine.config(), warehouseId, null))
      if (lookup.face !== 'ready') {
        shown.current = undefined
        const found = { step: 'found', code, lookup } as const
        setState(found)
        return found
      }
      const kept = await photos.store.drafts.read(testDraftOf(userId, lookup.item.id)).catch(() => null)
      const taken = await readKeptPhotos(photos, userId, lookup.item.id)
      const isAnew = isOfEarlierTest(kept, lookup.item)
      shown.current = lookup.item.id
      removed.current.clear()
      erased.current.delete(lookup.item.id)
      const draft = withPhotos(readDraft(kept, lookup.item), isAnew ? [] : taken)
      setState({ step: 'test', item: lookup.item, draft, isAnew })
      if (isAnew) {
        for (const { photoId } of taken) removed.current.add(photoId)
        await photos.store.drafts.drop(testDraftOf(userId, draft.itemId)).catch(() => undefined)
        await photos.store.remove(taken.map(({ photoId }) => photoId)).catch(() => undefined)
      }
      onItem(lookup.item.id)
      return { code, lookup }
    },
    [engine, photos, userId, warehouseId, onItem, setState],
  )

  // A link, or a restart in the middle of a test; a copy that has just arrived may know the item now.
  const ready = config !== null
  useEffect(() => {
    if (itemId === undefined || !ready || shown.current === itemId) return
    let alive = true
    void engine.view([itemId]).then((views) => {
      if (!alive || shown.current === itemId) return
      const items = views.map(({ item }) => item)
      void show(items, items[0]?.buybackCode ?? '')
    })
    return () => {
      alive = false
    }
  }, [engine, show, itemId, ready])

  // The copy may still be on its way: what it brings is recognised then.
  const unknown = state.step === 'found' && state.lookup.face === 'not_recognised' ? state.code : ''
  useEffect(() => {
    if (unknown === '') return
    return followEngine(
      engine,
      () => recogniseByCodes(engine, [unknown]),
      (items) => {
        if (items.length > 0) void show(items, unknown)
      },
    )
  }, [engine, show, unknown])

  // The address names no product any more, as after a station's barcode: this one stays kept for later.
  const named = useRef(itemId)
  useEffect(() => {
    const left = itemId === undefined && named.current !== undefined && named.current === shown.current
    named.current = itemId
    if (!left) return
    shown.current = undefined
    setState({ step: 'search' })
  }, [itemId, setState])

  const change = (next: (draft: TestDraft) => TestDraft): void => {
    const now = latest.current
    if (now.step !== 'test') return
    const draft = next(now.draft)
    if (draft === now.draft) return
    const left = new Set(draft.photos.map(({ photoId }) => photoId))
    for (const { photoId } of now.draft.photos) if (!left.has(photoId)) removed.current.add(photoId)
    setState({ ...now, draft })
    // What could not be kept is still on the screen; the test itself is kept as an operation.
    void photos.store.drafts.write(testDraftOf(userId, draft.itemId), draft, Date.now()).catch(() => undefined)
  }

  const addPhoto = async (photoOf: string, photo: DraftPhoto): Promise<AddedPhoto> => {
    await sending.current
    const now = latest.current
    const added = (draft: TestDraft): TestDraft => withPhotos(draft, [photo], Infinity)
    if (isHere.current && now.step === 'test' && now.item.id === photoOf) {
      change(added)
      return 'kept'
    }
    let isKept = false
    const changed = (value: unknown): TestDraft | null => {
      const kept = testDraftSchema.safeParse(value)
      isKept = kept.success
      return kept.success ? added(kept.data) : null
    }
    await photos.store.drafts.update(testDraftOf(userId, photoOf), changed, Date.now())
    if (isKept) return 'kept'
    const rows = await photos.store.ofItem(photoOf)
    // The confirmation may have found it by its own row.
    if (rows.some(({ id, state: stands }) => id === photo.photoId && stands !== 'draft')) return 'kept'
    await photos.store.remove([photo.photoId])
    return erased.current.has(photoOf) ? 'forgotten' : 'late'
  }

  /** Takes in what another screen of this device has kept for the test in hand since it was opened here. */
  const adopt = async (): Promise<void> => {
    const before = latest.current
    if (before.step !== 'test') return
    const taken = await readKeptPhotos(photos, userId, before.item.id)
    const now = latest.current
    if (now.step !== 'test' || now.item.id !== before.item.id) return
    change((draft) =>
      withPhotos(
        draft,
        taken.filter(({ photoId }) => !removed.current.has(photoId)),
      ),
    )
  }
  const adoptLatest = useEffectEvent(adopt)
  useEffect(() => photos.subscribe(() => void adoptLatest()), [photos])

  const confirm = async (isReady = () => Promise.resolve(true)): Promise<Confirmed | null> => {
    const seen = latest.current
    if (seen.step !== 'test' || !(await isReady())) return null
    await adopt()
    const now = latest.current
    if (now.step !== 'test' || !isSameSummary(now.draft, seen.draft)) return null
    const captured = capture(now)
    sending.current = captured.catch(() => undefined)
    return captured
  }

  const capture = async (now: Extract<ComplianceState, { step: 'test' }>): Promise<Confirmed> => {
    const { draft } = now
    // As the copy has it now: another user, or the customer, may have been quicker than this test.
    const [present] = await engine.view([draft.itemId]).catch(() => [])
    const item = present?.item ?? now.item
    const evaluated = evaluateDraft(draft, item, config, warehouseId)
    if (!evaluated.ok) return evaluated
    // Before anything is let go that the operation would refuse.
    if (isCommentMandatory(evaluated.value, config) && draft.comment.trim() === '')
      return fail('CONTROL_COMMENT_MISSING')
    const photoIds = draft.photos.map(({ photoId }) => photoId)
    if (draft.product !== null) {
      const accountId = engine.author()?.accountId ?? null
      const isKnown = await keepSeenProduct(draft.product, accountId).then(() => true, refusedStorage)
      // Without its terms the device could not show the test.
      if (!isKnown) return fail('DEVICE_STORAGE_REFUSED')
    }
    // What is not let go now goes at the next start, once the test that names it is captured.
    await photos.release(photoIds).catch(() => undefined)
    const label = productName(item)
    const captured = await engine.dispatch(testItem, argsOf(draft, item, place), {
      line: { listId: testList, code: item.buybackCode, ...(label === null ? {} : { label }) },
    })
    if (!captured.captured) {
      await photos.store.hold(photoIds).catch(() => undefined)
      return fail(captured.code)
    }
    await photos.store.drafts.drop(testDraftOf(userId, item.id)).catch(() => undefined)
    const { decision } = evaluated.value
    const outcome = controlOutcomes.find((each) => each === captured.result?.['outcome']) ?? decision.outcome
    const after = captured.items.find(({ id }) => id === item.id) ?? { ...item, ...decision.next }
    setState({ step: 'done', item: after, outcome, evaluated: evaluated.value, photos: photoIds.length })
    return succeed({ outcome, item: after })
  }

  const reset = (): void => {
    shown.current = undefined
    setState({ step: 'search' })
    onItem(undefined)
  }

  return {
    state,
    find: async (codes) => {
      for (const code of codes) {
        const found = await recogniseByCodes(engine, [code])
        if (found.length > 0) return show(found, code)
      }
      return show([], codes[0] ?? '')
    },
    open: (item) => show([item], item.buybackCode),
    change,
    addPhoto,
    confirm,
    reset,
    abandon: async () => {
      const now = latest.current
      if (now.step === 'test') erased.current.add(now.item.id)
      // The test is left first, so that a photo on its way is none of it any more.
      reset()
      if (now.step !== 'test') return
      await photos.store.drafts.drop(testDraftOf(userId, now.item.id))
      const taken = await readKeptPhotos(photos, userId, now.item.id)
      await photos.store.remove([...now.draft.photos, ...taken].map(({ photoId }) => photoId))
    },
  }
}

function refusedStorage(error: unknown): false {
  if (!isStorageError(error)) throw error
  return false
}

/** The operation's arguments; what stayed as it was is left out. */
function argsOf(draft: TestDraft, item: ItemRow, { warehouseId, config }: WorkPlace): TestItemArgs {
  const terms = termsOf(item, draft.product, config)
  const isOther = draft.product !== null && draft.product.id !== itemFacts(item).declaration?.productId
  // An IMEI that is none is no fact, and holds back no product that is set aside.
  const imei = draft.setAside !== null && isImeiWrong(draft, item) ? '' : (draft.imei ?? '').trim()
  const serialNumber = (draft.serialNumber ?? '').trim()
  const comment = draft.comment.trim()
  return {
    itemId: item.id,
    warehouseId,
    answers: draft.setAside === null && terms.ok ? [...chosenAnswers(draft, terms.value.questions)] : [],
    photos: draft.photos.map(({ photoId, questionId }) => ({
      photoId,
      ...(questionId === null ? {} : { questionId }),
    })),
    ...(isOther && draft.product !== null ? { productId: draft.product.id } : {}),
    ...(draft.setAside === null ? {} : { setAside: draft.setAside }),
    ...(imei === '' || imei === item.imei ? {} : { imei }),
    ...(serialNumber === '' || serialNumber === item.serialNumber ? {} : { serialNumber }),
    ...(draft.stockId === null ? {} : { stockId: draft.stockId }),
    ...(comment === '' ? {} : { comment }),
  }
}
