import { IconCamera, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex } from '#domain/item/resolve-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { groupCode } from '#web/lib/format.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useIsOnline } from '#web/local/engine/engine-context.tsx'
import { findByCodes } from '#web/local/copy/find-by-codes.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import { scannedCodes } from '#web/scan/scan-session.ts'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { CodeForm } from '#web/staff/ui/floor/code-form.tsx'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import { checkTyped, matchItem, problemStyles, type FindProblem, type FindPurpose } from './find-item.ts'
import { ShownFeedback, useAcknowledge, useShow } from './shown-feedback.tsx'
import { useItemKeys } from './use-item-keys.ts'
import { useNothingToUndo } from './use-nothing-to-undo.ts'
import { useProductInHand } from './use-product-in-hand.ts'
import type { RefurbContext } from './refurb-context.tsx'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../refurb.module.css'

interface Props {
  readonly workshop: RefurbContext
  readonly purpose: FindPurpose
  readonly title: string
  /** Goes on with a product that fits; answers why not where it is refused, or null. */
  readonly onItem: (item: ItemRow) => Promise<string | null>
  /** What else may be done with a product that does not fit; null where nothing may. */
  readonly wayOn?: (problem: FindProblem) => { readonly label: string; readonly go: () => void } | null
}

const formId = 'refurb-code'
const problemId = 'find-problem'

/** Look-ups, each after the one before. */
interface LookUps {
  last: string
  end: Promise<void>
  /** The product that was gone on with last. */
  taken: { readonly item: ItemRow } | null
}

interface Asked {
  readonly code: string
  readonly problem: FindProblem
}

/** Finds a product by scan, camera or typing, and says in its own words what stands against it. */
export function FindScreen({ workshop, purpose, title, onItem, wayOn }: Props) {
  const { t } = useTranslation('refurb')
  const show = useShow()
  const feedback = useFeedback()
  const acknowledges = useAcknowledge()
  const nothing = useNothingToUndo()
  const tellInHand = useProductInHand()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [camera, setCamera] = useState(false)
  const turns = useRef<LookUps>({ last: '', end: Promise.resolve(), taken: null })

  const tell = (code: string, problem: FindProblem): void => {
    setAsked({ code, problem })
    // Nothing covers the question which product is meant: it is answered where it is read.
    if (problem.kind === 'several') {
      show(null)
      setCamera(false)
      return feedback.play(problemStyles.several.signal)
    }
    show({
      ...problemStyles[problem.kind],
      word: t(($) => $.find[problem.kind].title),
      code: groupCode(code),
    })
  }
  const goOn = async (item: ItemRow): Promise<void> => {
    setAsked(null)
    const code = await onItem(item)
    if (code !== null) return tell(item.code, { kind: 'refused', item, code })
    turns.current.taken = { item }
  }
  const lookUp = async (codes: readonly string[]): Promise<void> => {
    try {
      const code = codes[0] ?? ''
      const found = matchItem(await findByCodes(workshop.engine, codes), workshop.warehouseId, purpose)
      if (found.kind === 'item') await goOn(found.item)
      else tell(code, found)
    } catch {
      tell(codes[0] ?? '', { kind: 'internal' })
    }
  }
  // A quick hand's next product waits for its turn; the same code once more is no other wish. Where the product before
  // it is taken by then, that one is in hand: the next one stops, as it does a moment later on the other's screen.
  const lookUpSerially = (codes: readonly string[]): void => {
    const asking = codes.join(' ')
    if (turns.current.last === asking) return
    turns.current.last = asking
    const before = turns.current.taken
    turns.current.end = turns.current.end.then(async () => {
      const { taken } = turns.current
      if (taken === null || taken === before) await lookUp(codes)
      else tellInHand(taken.item, codes)
      if (turns.current.last === asking) turns.current.last = ''
    })
  }
  const type = (raw: string): void => {
    const checked = checkTyped(raw)
    if ('problem' in checked) return setAsked({ code: raw.trim(), problem: checked.problem })
    lookUpSerially([checked.code])
  }
  const clear = (): void => {
    show(null)
    setAsked(null)
  }
  const isChoosing = asked?.problem.kind === 'several'
  const on = asked === null ? null : (wayOn?.(asked.problem) ?? null)
  const pick = (at: number): ScanAnswer => {
    const item = asked?.problem.kind === 'several' ? asked.problem.items[at] : undefined
    if (item === undefined) return meaningless
    chooseOne(item)
  }
  const chooseOne = (item: ItemRow): void => {
    const found = matchItem([item], workshop.warehouseId, purpose)
    show(null)
    if (found.kind === 'item') void goOn(found.item)
    else tell(item.code, found)
  }
  const take = (scan: Scan): ScanAnswer => {
    const { command, stockId, reserved, code } = scan.resolution
    if (command !== null && acknowledges()) return
    if (command === 'CANCEL') return clear()
    if (command === 'CONFIRM' || command === 'START' || command === 'NEXT') {
      // Which product is meant, none of these says.
      if (isChoosing) return meaningless
      return on === null || command === 'NEXT' ? clear() : on.go()
    }
    if (command === 'UNDO') return nothing()
    const answer = answerIndex(command)
    if (answer !== null) return pick(answer)
    if (command !== null || reserved) return meaningless
    show(null)
    // A stock ends what stands, as each scan does, and means nothing more here.
    if (stockId !== null) return meaningless
    const codes = scannedCodes(scan)
    if (codes.length > 0) return lookUpSerially(codes)
    const checked = checkTyped(code)
    tell(code, 'problem' in checked ? checked.problem : { kind: 'not_found' })
  }
  useScanner({ purpose: 'item', onScan: take })
  useItemKeys({ onEnter: on?.go, onAnswer: pick, onUndo: nothing })

  return (
    <FloorLayout
      title={title}
      actions={
        <>
          <FloorAction tone="quiet" icon={IconCamera} onClick={() => setCamera(!camera)}>
            {t(($) => $.find.camera)}
          </FloorAction>
          {on !== null && <FloorAction onClick={on.go}>{on.label}</FloorAction>}
          {/* The camera's panel has a field with a button of its own. */}
          {on === null && !camera && (
            <FloorAction type="submit" form={formId} icon={IconSearch}>
              {t(($) => $.find.search)}
            </FloorAction>
          )}
        </>
      }
    >
      {camera && <ScanPanel purpose="item" onCode={take} />}
      {asked === null ? (
        <div>
          <h2 className={styles.heading}>{t(($) => $.find[purpose].title)}</h2>
          <p className={words.soft}>{t(($) => $.find[purpose].text)}</p>
        </div>
      ) : (
        <Problem asked={asked} onPick={chooseOne} />
      )}
      {!camera && (
        <CodeForm
          id={formId}
          label={t(($) => $.find.code)}
          size="code"
          problemId={isTyped(asked?.problem.kind) ? problemId : undefined}
          onCode={type}
        />
      )}
      <ShownFeedback />
    </FloorLayout>
  )
}

// What stands against the typed characters themselves, and not against a product.
function isTyped(kind: FindProblem['kind'] | undefined): boolean {
  return kind === 'empty' || kind === 'too_short' || kind === 'malformed'
}

function Problem({ asked, onPick }: { readonly asked: Asked; readonly onPick: (item: ItemRow) => void }) {
  const { t } = useTranslation('refurb')
  const reasonText = useReasonText()
  const { code, problem } = asked
  const online = useIsOnline()
  if (problem.kind === 'several') {
    return (
      <FloorNotice tone={problemStyles.several.tone} title={t(($) => $.find.several.title)}>
        <p>{t(($) => $.find.several.text, { code: groupCode(code) })}</p>
        <ChoiceList>
          {problem.items.map((item, at) => (
            <ChoiceRow key={item.id} keyName={letterOf(at)} onClick={() => onPick(item)}>
              <strong>{productName(item) ?? t(($) => $.product.unknown)}</strong>
              <StatusName item={item} />
              <span className={words.mono}>{groupCode(item.code)}</span>
            </ChoiceRow>
          ))}
        </ChoiceList>
      </FloorNotice>
    )
  }
  return (
    <FloorNotice tone={problemStyles[problem.kind].tone} title={t(($) => $.find[problem.kind].title)}>
      {code !== '' && <p className={words.mono}>{groupCode(code)}</p>}
      <p id={problemId}>
        {problem.kind === 'refused' ? reasonText(problem.code) : t(($) => $.find[problem.kind].text)}
      </p>
      {'item' in problem && (
        <p>
          {productName(problem.item) ?? t(($) => $.product.unknown)} · <StatusName item={problem.item} />
        </p>
      )}
      {problem.kind === 'not_found' && !online && <p>{t(($) => $.find.offline)}</p>}
    </FloorNotice>
  )
}

function StatusName({ item }: { readonly item: ItemRow }) {
  const { t } = useTranslation('warehouse')
  return <span>{t(($) => $.itemStatus[item.status])}</span>
}
