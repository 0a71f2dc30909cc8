import { IconCamera, IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkItemCode } from '#domain/item/item-code.ts'
import { isCommandCode } from '#domain/item/resolve-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { groupCode } from '#web/lib/format.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { useScanner, useTellMeaningless } from '#web/scan/use-scanner.ts'
import { ChooseItemSheet } from '#web/staff/ui/floor/choose-item-sheet.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FullScreenFeedback } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { isOn, isTaken, useScreenKeys } from '#web/staff/ui/use-keys.ts'
import { LastScan } from '../last-scan.tsx'
import type { Verdict } from '../verdict.ts'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import { BuybackCodeForm, codeFormId, CommentField } from './buyback-code-form.tsx'
import { SignedOutName } from '#web/local/device/signed-out-name.tsx'
import { ItemCard } from '#web/staff/ui/floor/item-card.tsx'
import { styleOfLookup, type Lookup } from './lookup.ts'
import { useLookupWords } from './confirmation-lookup-texts.ts'
import {
  readingOf,
  typedReading,
  useConfirmation,
  type Confirmation,
  type ConfirmationState,
  type LookedUp,
  type Reading,
} from './use-confirmation.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

interface Props {
  readonly engine: Engine
  readonly place: WorkPlace
  readonly itemId: string | undefined
  readonly code: string | undefined
  readonly onContinuous: () => void
  /** Leads to the test of a product that was checked in for it; null where testing is not for this user. */
  readonly onTest: ((itemId: string) => void) | null
}

/** Check-in of one product: look at it, confirm it, next (WH-03). */
export function CheckInConfirmationScreen({ engine, place, itemId, code, onContinuous, onTest }: Props) {
  const { t } = useTranslation('warehouse')
  const user = useSignedInUser()
  const feedback = useFeedback()
  const confirmation = useConfirmation(engine, { ...place, userType: user.userType }, { itemId, code })
  const { state } = confirmation
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const [camera, setCamera] = useState(false)
  const [told, setTold] = useState<{ readonly id: number; readonly of: LookedUp } | null>(null)
  const tellMeaningless = useTellMeaningless()
  const busy = useRef(false)
  const scans = useRef<Scan[]>([])
  const [turn, redraw] = useState(0)
  const wordsOf = useLookupWords(place.config)
  const mandatory = place.config?.settings.isWarehouseCommentMandatory ?? false

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
  const act = (task: () => Promise<Verdict | null>): void =>
    void once(async () => {
      const verdict = await task()
      if (verdict !== null) feedback.play(verdict.signal)
    })
  // What a code means is heard, felt and seen at once; a product that is well waits for its confirmation in silence.
  const tell = (of: LookedUp): void => {
    const { tone, signal } = styleOfLookup(of.lookup)
    if (tone === scanResultStyles.accepted.tone) return
    feedback.play(signal)
    setTold((before) => ({ id: (before?.id ?? 0) + 1, of }))
  }
  const find = (reading: Reading): void => {
    setComment('')
    setMissing(false)
    void once(async () => tell(await confirmation.lookUpCode(reading)))
  }
  // A copy that has just arrived may know the product now: then nothing stands against it.
  const stop = told !== null && told.of === state ? told : null
  const stopWords = stop === null ? null : wordsOf(stop.of.code, stop.of.lookup)
  /** Whether a press only takes the stop away. */
  const acknowledges = (): boolean => {
    if (stopWords === null) return false
    setTold(null)
    return true
  }
  const confirm = (): void => {
    if (acknowledges() || state.step !== 'found') return
    if (mandatory && state.lookup.face === 'ready' && comment.trim() === '') return setMissing(true)
    setMissing(false)
    act(() => confirmation.confirm(comment))
  }
  const undo = (): void => act(confirmation.undo)
  const next = (): void => {
    setComment('')
    setMissing(false)
    confirmation.reset()
  }
  const take = (scan: Scan): void => {
    const { command } = scan.resolution
    if (command === 'CONFIRM') return confirm()
    if (command === 'UNDO') return undo()
    const tested = testedNext(state)
    if (command === 'START' && onTest !== null && tested !== null) return onTest(tested)
    if (command === 'NEXT' || command === 'CANCEL') return next()
    if (isCommandCode(scan.resolution) || scan.resolution.reserved) return tellMeaningless()
    find(readingOf(scan))
  }
  // A scan waits until what the one before it began is drawn: a product scanned during a confirmation is the next one.
  const hear = (scan: Scan): void => {
    scans.current.push(scan)
    redraw((count) => count + 1)
  }
  useScanner({ purpose: 'check_in', onScan: hear })
  const takeNext = useEffectEvent((): void => {
    const scan = busy.current ? undefined : scans.current.shift()
    if (scan === undefined) return
    take(scan)
    redraw((count) => count + 1)
  })
  useEffect(() => takeNext(), [turn])
  // Enter confirms wherever the focus is, except in a field or on what has a meaning of its own for it.
  useScreenKeys((event) => {
    if (event.key !== 'Enter' || isTaken(event) || isOn(event, 'button, a, dialog, input')) return
    if (state.step === 'done') next()
    else confirm()
  })

  return (
    <FloorLayout
      title={t(($) => $.confirm.title)}
      actions={
        <Actions
          state={state}
          onConfirm={confirm}
          onUndo={undo}
          onNext={next}
          onContinuous={onContinuous}
          onTest={onTest}
        />
      }
    >
      {camera && <ScanPanel purpose="check_in" onCode={hear} />}
      <Faces
        confirmation={confirmation}
        onCode={(typed) => find(typedReading(typed))}
        onPick={(item) => tell(confirmation.pick(item))}
        place={place}
        comment={comment}
        mandatory={mandatory}
        missing={missing}
        onComment={setComment}
      />
      {state.step === 'empty' && !camera && (
        <div className={arrange.row}>
          <FloorAction tone="quiet" icon={IconCamera} onClick={() => setCamera(true)}>
            {t(($) => $.checkIn.action.camera)}
          </FloorAction>
        </div>
      )}
      {stop !== null && stopWords !== null && (
        <FullScreenFeedback
          id={stop.id}
          tone={styleOfLookup(stop.of.lookup).tone}
          word={stopWords.title}
          detail={stopWords.text}
          {...(stopWords.warehouse === null ? {} : { place: stopWords.warehouse })}
          code={groupCode(stop.of.code)}
          onEnd={() => setTold(null)}
        />
      )}
    </FloorLayout>
  )
}

function Actions(props: {
  readonly state: ConfirmationState
  readonly onConfirm: () => void
  readonly onUndo: () => void
  readonly onNext: () => void
  readonly onContinuous: () => void
  readonly onTest: Props['onTest']
}) {
  const { t } = useTranslation('warehouse')
  const { state, onTest } = props
  if (state.step === 'done') {
    return (
      <>
        {state.opId !== null && !state.undone && (
          <FloorAction tone="danger" onClick={props.onUndo}>
            {t(($) => $.confirm.undo)}
          </FloorAction>
        )}
        {onTest !== null && testedNext(state) !== null && (
          <FloorAction tone="quiet" onClick={() => onTest(testedNext(state) ?? '')}>
            {t(($) => $.confirm.test)}
          </FloorAction>
        )}
        <FloorAction onClick={props.onNext}>{t(($) => $.confirm.next)}</FloorAction>
      </>
    )
  }
  if (state.step !== 'found' || state.lookup.face === 'choose') {
    return (
      <>
        <FloorAction tone="quiet" onClick={props.onContinuous}>
          {t(($) => $.confirm.continuous)}
        </FloorAction>
        {state.step === 'empty' && (
          <FloorAction type="submit" form={codeFormId} icon={IconSearch}>
            {t(($) => $.confirm.search)}
          </FloorAction>
        )}
      </>
    )
  }
  const may = state.lookup.face === 'ready' || (state.lookup.face === 'not_recognised' && checkItemCode(state.code).ok)
  return (
    <>
      <FloorAction tone="quiet" onClick={props.onNext}>
        {t(($) => $.confirm.cancel)}
      </FloorAction>
      {may && (
        <FloorAction onClick={props.onConfirm}>
          {state.lookup.face === 'ready' ? t(($) => $.confirm.submit) : t(($) => $.confirm.captureUnknown)}
        </FloorAction>
      )}
    </>
  )
}

/** The product that has just been checked in and awaits its test; null of all else. */
function testedNext(state: ConfirmationState): string | null {
  if (state.step !== 'done' || state.undone || state.opId === null) return null
  return state.item?.status === 'item_awaiting_compliancy_tests' ? state.item.id : null
}

function Faces(props: {
  readonly confirmation: Confirmation
  readonly onCode: (code: string) => void
  readonly onPick: (item: ItemRow) => void
  readonly place: WorkPlace
  readonly comment: string
  readonly mandatory: boolean
  readonly missing: boolean
  readonly onComment: (comment: string) => void
}) {
  const { t } = useTranslation('warehouse')
  const { confirmation, place } = props
  const { state } = confirmation
  if (state.step === 'empty') {
    return <BuybackCodeForm onCode={props.onCode} />
  }
  if (state.step === 'done') {
    return (
      <LastScan
        line={{
          lineId: state.opId ?? state.code,
          listId: '',
          code: state.code,
          capturedAtMs: 0,
          state: state.undone ? 'undone' : 'saved',
          verdict: state.verdict,
          label: state.item === null ? null : productName(state.item),
          opId: state.opId,
          itemId: state.item?.id ?? null,
          reason: null,
          details: null,
          undoable: false,
        }}
      />
    )
  }
  const { lookup, code } = state
  if (lookup.face === 'choose') {
    return (
      <ChooseItemSheet
        answers={ChoiceCommands}
        code={code}
        items={lookup.items}
        onPick={props.onPick}
        onLater={confirmation.reset}
      />
    )
  }
  return (
    <>
      <LookupNotice lookup={lookup} code={code} place={place} />
      {lookup.face !== 'not_recognised' && (
        <SignedOutName itemId={lookup.item.id}>
          {(sealedBy) => (
            <ItemCard
              item={lookup.item}
              checkIn={lookup.face === 'ready' ? lookup.checkIn : null}
              config={place.config}
              sealedBy={sealedBy}
            />
          )}
        </SignedOutName>
      )}
      {lookup.face === 'ready' && (
        <CommentField
          value={props.comment}
          mandatory={props.mandatory}
          missing={props.missing}
          onChange={props.onComment}
        />
      )}
      {lookup.face === 'ready' && <p className={words.soft}>{t(($) => $.confirm.keys)}</p>}
    </>
  )
}

/** The lookup's errors, each with its own text (WH-10, WH-11, WH-12). */
function LookupNotice(props: { readonly lookup: Lookup; readonly code: string; readonly place: WorkPlace }) {
  const { lookup, code, place } = props
  const said = useLookupWords(place.config)(code, lookup)
  if (said === null) return null
  return (
    <FloorNotice tone={styleOfLookup(lookup).tone} title={said.title} role="status">
      {lookup.face === 'not_recognised' && <p className={words.mono}>{groupCode(code)}</p>}
      <p>{said.text}</p>
    </FloorNotice>
  )
}
