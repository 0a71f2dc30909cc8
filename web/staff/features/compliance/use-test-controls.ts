import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetAsideReason } from '#domain/compliance/compliance.ts'
import { answerIndex, isCommandCode } from '#domain/item/resolve-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import { scannedCodes } from '#web/scan/scan-session.ts'
import type { Scan } from '#web/scan/scan.ts'
import { useScanner, useTellMeaningless } from '#web/scan/use-scanner.ts'
import type { FeedbackTone } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import { checkInOf } from './compliance-actions.tsx'
import { lookupStyles } from './control-lookup.ts'
import { outcomeTones } from './control-outcome.ts'
import { checkStock } from './control-stock.ts'
import { evaluateDraft, termsOf, type EvaluatedTest } from './evaluate-draft.ts'
import { useLookupWords } from './compliance-lookup-texts.ts'
import { useOutcomeWords } from './outcome-words.ts'
import { quickCommentsFor } from './quick-comments.ts'
import {
  answerTo,
  isCodeOf,
  isImeiWrong,
  photosOf,
  imeiIn,
  serialIn,
  questionsOf,
  stepBack,
  stepForward,
  waitsForImei,
  withAnswer,
  type TestDraft,
} from './test-draft.ts'
import { stepOf, useCompliance, type Confirmed, type LookedUp } from './use-compliance.ts'
import { useStockWords } from './stock-words.ts'
import { useTestPhotos } from './use-test-photos.ts'

/** What the test works with. */
export interface TestDeps {
  readonly engine: Engine
  readonly photos: Photos
  readonly userId: string
  readonly place: WorkPlace
  readonly itemId: string | undefined
  readonly onItem: (itemId: string | undefined) => void
  /** Leads to the check-in of a product; null where check-in is not for this user. */
  readonly onCheckIn: ((itemId: string) => void) | null
}

/** A result over the whole screen. */
interface Shown {
  readonly id: number
  readonly tone: FeedbackTone
  readonly word: string
  readonly detail?: string
  readonly place?: string
  readonly code?: string
  /** What it is said of, where it passes with that: a copy that arrives later may know the product. */
  readonly of?: LookedUp
}

/** A question in front of the screen. */
type Sheet = 'product' | 'set_aside' | 'leave' | { readonly photoId: string; readonly number: number }

/** Everything that a tap, a key or a scan does in a test; the three do the same. */
export function useTestControls(deps: TestDeps) {
  const { engine, photos, userId, place, itemId, onItem, onCheckIn } = deps
  const { t } = useTranslation(['compliance', 'stock'])
  const feedback = useFeedback()
  const tellMeaningless = useTellMeaningless()
  const compliance = useCompliance({ engine, photos, userId, place, itemId, onItem })
  const { state } = compliance
  useStepPause(stepOf(state))
  const [said, setShown] = useState<Shown | null>(null)
  const shown = said?.of === undefined || said.of === state ? said : null
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [camera, setCamera] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const busy = useRef(false)
  const confirming = useRef(false)
  const confirmed = useRef(Promise.resolve())
  const scans = useRef<Scan[]>([])
  const [turn, redraw] = useState(0)
  const { config, warehouseId } = place
  const lookupWords = useLookupWords(config)
  const outcomeWords = useOutcomeWords(config)
  const stockWords = useStockWords(config)
  const { item, draft } = state.step === 'test' ? state : { item: null, draft: null }
  const taken = useTestPhotos({
    photos,
    userId,
    accountId: engine.author()?.accountId ?? null,
    itemId: item?.id ?? null,
    compliance,
    onLate: () => tellLate(),
  })
  const terms = item === null || draft === null ? null : termsOf(item, draft.product, config)
  const ofProduct = terms?.ok === true ? terms.value.questions : []
  const questions = draft === null ? ofProduct : questionsOf(draft, ofProduct)
  const question = draft?.step === 'questions' ? questions[draft.at] : undefined
  const declared = item === null ? null : itemFacts(item).declaration

  const show = (signal: FeedbackKind, next: Omit<Shown, 'id'> | null): void => {
    feedback.play(signal)
    setShown((before) => (next === null ? null : { ...next, id: (before?.id ?? 0) + 1 }))
  }
  // What is being confirmed is what stood on the summary at the press.
  const change = (next: (before: TestDraft) => TestDraft): void => {
    if (confirming.current) return
    setRefused(null)
    compliance.change(next)
  }
  const goTop = (): void => window.scrollTo({ top: 0 })

  // One press is one step, however fast the next one follows.
  const once = async (task: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      await task()
    } finally {
      busy.current = false
      redraw((count) => count + 1)
    }
  }

  // What opens no test fills the screen; the test itself, and the question which product is meant, speak for themselves.
  const tell = (found: LookedUp): void => {
    const { code, lookup } = found
    const { tone, signal } = lookupStyles[lookup.face]
    if (lookup.face === 'ready' || lookup.face === 'choose') return show(signal, null)
    const { title, text, warehouse } = lookupWords(code, lookup)
    show(signal, {
      tone,
      word: title,
      detail: text,
      ...(warehouse === null ? {} : { place: warehouse }),
      code: groupCode(code),
      of: found,
    })
  }
  const find = (...codes: readonly string[]): void => {
    setRefused(null)
    void once(async () => {
      tell(await compliance.find(codes))
      goTop()
    })
  }
  const open = (found: ItemRow): void => void once(async () => tell(await compliance.open(found)))

  const forward = (): void => {
    if (item === null || draft === null) return
    if (waitsForImei(draft, item)) return feedback.play('refused')
    if (draft.step === 'characteristics' && terms?.ok !== true && draft.setAside === null)
      return feedback.play('refused')
    if (question !== undefined && answerTo(question, draft) === null) return feedback.play('refused')
    setCamera(false)
    change((before) => stepForward(before, ofProduct))
    goTop()
  }
  const back = (): void => {
    if (draft === null || draft.step === 'characteristics') return setSheet('leave')
    change((before) => stepBack(before, ofProduct))
    goTop()
  }
  const choose = (answerId: string): void => {
    if (question === undefined) return
    const isDeclared = declared?.answers?.some((each) => each.questionId === question.id && each.answerId === answerId)
    // A declared answer needs nothing more; another one waits for its photo, and photos that are left are looked at.
    const hasPhotos = photosOf(draft, question.id).length > 0 || taken.isComing(question.id)
    const advances = isDeclared === true && !hasPhotos
    change((before) => {
      const answered = withAnswer(before, question.id, answerId)
      return advances ? stepForward(answered, ofProduct) : answered
    })
    if (advances) goTop()
  }
  const evaluatedNow = (): EvaluatedTest | null => {
    const evaluated =
      item === null || draft?.step !== 'summary' ? null : evaluateDraft(draft, item, config, warehouseId)
    return evaluated?.ok === true ? evaluated.value : null
  }
  const chooseAt = (at: number): void => {
    // Scanned before the question which product is meant was drawn.
    if (state.step === 'found' && state.lookup.face === 'choose') {
      const chosen = state.lookup.items[at]
      return chosen === undefined ? tellMeaningless() : open(chosen)
    }
    if (draft?.step === 'summary') {
      const quick = quickCommentsFor(evaluatedNow(), draft.comment, config)[at]
      if (quick === undefined) return tellMeaningless()
      return change((before) => ({ ...before, comment: t(($) => $.summary.quick[quick]) }))
    }
    const answer = question?.answers[at]
    if (answer === undefined) return tellMeaningless()
    feedback.play('accepted')
    choose(answer.id)
  }
  const holdDraft = (isHeld: boolean): void => {
    confirming.current = isHeld
    setConfirming(isHeld)
  }
  const confirm = (): void => {
    if (busy.current) return
    confirmed.current = once(async () => {
      holdDraft(true)
      try {
        // A photo that is still being made small belongs to the test too.
        // One that was lost is told before the product is out of the hand.
        tellConfirmed(await compliance.confirm(taken.settle))
      } finally {
        holdDraft(false)
      }
    })
  }
  const tellConfirmed = (confirmed: Confirmed | null): void => {
    if (confirmed === null) return feedback.play('refused')
    setRefused(confirmed.ok ? null : confirmed.error)
    if (!confirmed.ok) return feedback.play('refused')
    taken.forget()
    setSheet(null)
    const { outcome, item: after } = confirmed.value
    show(outcomeTones[outcome], outcomeWords(outcome, after))
    goTop()
  }
  // Over the result of its test, and not under it.
  const tellLate = (): void => {
    const product = item === null ? '' : (productName(item) ?? groupCode(item.code))
    void confirmed.current.then(() =>
      show('wrong', { tone: 'warning', word: t(($) => $.photo.late), detail: t(($) => $.photo.lateText, { product }) }),
    )
  }
  const photo = typeof sheet === 'object' ? sheet : null
  const removePhoto = (): void => {
    setSheet(null)
    if (photo !== null && !confirming.current) taken.remove(photo.photoId)
  }
  const setAside = (reason: SetAsideReason): void => {
    setSheet(null)
    change((before) => ({ ...before, setAside: reason, step: 'summary' }))
    goTop()
  }
  const next = (): void => {
    setRefused(null)
    setShown(null)
    compliance.reset()
    goTop()
  }
  // What stands against a code is answered by its way on: one press takes the stop away and goes there.
  const isStopped = state.step === 'found'
  const isChoosing = state.step === 'found' && state.lookup.face === 'choose'
  const primary = (): void => {
    if (isChoosing) return tellMeaningless()
    const checkIn = checkInOf(state, place)
    if (checkIn !== null && onCheckIn !== null) return onCheckIn(checkIn.itemId)
    if (draft === null) return state.step === 'search' ? undefined : next()
    return draft.step === 'summary' ? confirm() : forward()
  }

  const stepOut = (): void => (state.step === 'test' ? back() : next())

  const take = (scan: Scan): void => {
    const { command, stockId, reserved } = scan.resolution
    if (shown !== null) {
      setShown(null)
      if (command !== null && !isStopped) return
    }
    const answer = answerIndex(command)
    if (answer !== null) return chooseAt(answer)
    if (command === 'CONFIRM' || command === 'NEXT') return primary()
    if (command === 'CANCEL' || command === 'UNDO') return stepOut()
    if (command === 'ASIDE' && state.step === 'test') return setSheet('set_aside')
    if (command !== null || reserved) return tellMeaningless()
    if (stockId !== null) return pickStock(stockId)
    if (state.step === 'test') return scanInTest(scan)
    setCamera(false)
    const codes = scannedCodes(scan)
    find(...(codes.length === 0 ? [scan.resolution.code] : codes))
  }
  const pickStock = (stockId: string): void => {
    const stock = config?.stocks.find(({ id }) => id === stockId)
    const status = evaluatedNow()?.decision.next.status ?? null
    const meaning = checkStock(stock, warehouseId, status)
    const { signal } = scanResultStyles[meaning]
    if (meaning !== 'accepted') return show(signal, stockWords(meaning, stock))
    feedback.play(signal)
    // What goes to quarantine has its place there already.
    if (status === 'item_in_quarantine') return
    change((before) => ({ ...before, stockId: stock?.native === 'to_refurbish' ? null : stockId }))
  }
  const scanInTest = ({ resolution }: Scan): void => {
    if (item === null || draft === null) return
    const isFirst = draft.step === 'characteristics'
    const imei = imeiIn(resolution, item)
    if (isFirst && imei !== undefined) {
      feedback.play('accepted')
      return change((before) => ({ ...before, imei }))
    }
    const serial = serialIn(resolution)
    if (isFirst && serial !== null) {
      feedback.play('accepted')
      return change((before) => ({ ...before, serialNumber: serial }))
    }
    const read = [resolution.code, ...resolution.candidates.map(({ code }) => code)]
    if (read.some((code) => isCodeOf(code, item, draft))) return feedback.play('accepted')
    show(scanResultStyles.wrong.signal, {
      tone: scanResultStyles.wrong.tone,
      word: t(($) => $.wrongItem.word),
      detail: t(($) => $.wrongItem.detail, { product: productName(item) ?? groupCode(item.code) }),
    })
  }
  const toggleCamera = (): void => {
    setCamera(!camera)
    goTop()
  }
  // On a box the IMEI stands among other codes, which a camera sees as well.
  const takeImei = (scan: Scan): void => {
    const imei = item === null ? undefined : imeiIn(scan.resolution, item)
    if (imei === undefined) return isCommandCode(scan.resolution) ? take(scan) : feedback.play('refused')
    feedback.play('accepted')
    setCamera(false)
    change((before) => ({ ...before, imei }))
  }
  // A scan waits until what the one before it began is drawn, so that a quick hand loses none.
  useScanner({
    purpose: 'item',
    onScan: (scan) => {
      scans.current.push(scan)
      redraw((count) => count + 1)
    },
  })
  const takeNext = useEffectEvent((): void => {
    const scan = busy.current ? undefined : scans.current.shift()
    if (scan === undefined) return
    // What was queued before a sheet opened answers nothing behind it.
    if (sheet !== null && scan.resolution.command !== null) tellMeaningless()
    else take(scan)
    redraw((count) => count + 1)
  })
  useEffect(() => takeNext(), [turn])
  useAnswerKeys({
    enabled: sheet === null,
    onEnter: () => (shown === null || isStopped ? primary() : setShown(null)),
    onAnswer: (at) => {
      if (shown !== null) return setShown(null)
      if (question !== undefined || draft?.step === 'summary') chooseAt(at)
    },
    onUndo: () => (shown === null || isStopped ? stepOut() : setShown(null)),
    onBack: () => {
      if (shown !== null) return setShown(null)
      if (state.step === 'test') back()
    },
  })

  return {
    compliance,
    item,
    draft,
    terms,
    questions,
    question,
    declared,
    shown,
    setShown,
    sheet,
    setSheet,
    photo,
    showPhoto: (photoId: string, number: number) => setSheet({ photoId, number }),
    removePhoto,
    camera,
    setCamera,
    toggleCamera,
    refused,
    change,
    find,
    open,
    forward,
    back,
    choose,
    confirm,
    isConfirming,
    setAside,
    next,
    take,
    takeImei,
    taken,
    isImeiInvalid: item !== null && draft !== null && isImeiWrong(draft, item),
    /** Nothing can be asked of this product here: it can only be set aside. */
    isBlocked: draft?.step === 'characteristics' && terms?.ok !== true && draft.setAside === null,
  }
}
