import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { chooseWarehouse } from '#domain/dispatch/dispatch-rule.ts'
import { answerCommands, answerIndex, isCommandCode } from '#domain/item/resolve-code.ts'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import { isInactiveDestination } from '#sync/operations/expedition/inactive-destination.ts'
import { dispatchSetupOf, dispatchSubjectOf } from '#sync/replica/dispatch-subject.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import type { PackingSession } from './packing-session.ts'
import type { PackingState } from './packing-state.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

interface Choice {
  readonly key: string
  readonly title: string
  readonly text: string | null
  readonly pick: () => void
  /** The rules say so: the confirmation is enough. */
  readonly isSuggested?: boolean
}

/**
 * The question that a scan has raised, if any: where a tested product goes, whether a return leaves, or which product a
 * code meant.
 */
export function PackingQuestions(props: {
  readonly session: PackingSession
  readonly state: PackingState
  readonly origin: PackageOrigin
  readonly config: Config
}) {
  const { t } = useTranslation('expedition')
  const { session, state, origin, config } = props
  if (state.choosing !== null) {
    const choices = state.choosing.items.map((item) => ({
      key: item.id,
      title: productName(item) ?? groupCode(item.code),
      text: groupCode(item.code),
      pick: () => session.choose(item),
    }))
    return <Question key={state.choosing.code} {...props} kind="choose" product={null} choices={choices} />
  }
  if (state.asking === null) return null
  const { item, isReturn = false } = state.asking
  const product = productName(item) ?? groupCode(item.code)
  if (isReturn) {
    const title = t(($) => $.return.handOver)
    const choices = [
      { key: item.id, title, text: groupCode(item.code), pick: session.handOverReturn, isSuggested: true },
    ]
    return <Question key={state.asking.code} {...props} kind="return" product={product} choices={choices} />
  }
  const suggested = suggestedFor(item, config)
  const others = config.warehouses.filter(
    ({ id }) => (origin.type === 'store' || id !== origin.warehouseId) && !isInactiveDestination(config, id),
  )
  const choices = others
    .toSorted((a, b) => Number(b.id === suggested) - Number(a.id === suggested))
    .map(({ id, name, city }) => ({
      key: id,
      title: name,
      text: id === suggested ? t(($) => $.ask.suggested) : city,
      pick: () => session.sendTo(id),
      isSuggested: id === suggested,
    }))
  return <Question key={state.asking.code} {...props} kind="ask" product={product} choices={choices} />
}

function Question(props: {
  readonly session: PackingSession
  readonly state: PackingState
  readonly kind: 'ask' | 'choose' | 'return'
  /** The product that is asked about; null where that is the question. */
  readonly product: string | null
  readonly choices: readonly Choice[]
}) {
  const { t } = useTranslation('expedition')
  const { session, kind, product, choices } = props
  const feedback = useFeedback()
  const [first, setFirst] = useState(0)
  const onClose = session.dismiss
  const waiting = props.state.waiting.length
  const { lettered, next } = answersAt(choices.length, first)
  const answer = (at: number): boolean => {
    const chosen = lettered[at]
    const isNextPage = next !== null && at === answerCommands.length - 1
    if (chosen !== undefined) choices[chosen]?.pick()
    else if (isNextPage) setFirst(next)
    return chosen !== undefined || isNextPage
  }
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: (scan) => {
      const { resolution } = scan
      const { command } = resolution
      if (command === 'CANCEL') return onClose()
      if (command === 'CONFIRM') {
        const suggested = choices.find(({ isSuggested }) => isSuggested)
        // Which one stands first says nothing.
        return suggested === undefined ? feedback.play(scanResultStyles.choice.signal) : suggested.pick()
      }
      const at = answerIndex(command)
      if (at !== null) return answer(at) ? undefined : meaningless
      if (isCommandCode(resolution) || resolution.reserved) return meaningless
      // The next product may lie in hand before the answer is given.
      return session.scan(scan)
    },
  })
  useAnswerKeys({ onAnswer: answer })
  return (
    <FloorSheet title={t(($) => $[kind].title)} closeLabel={t(($) => $[kind].close)} onClose={onClose}>
      <div className={arrange.stack}>
        {product !== null && <p className={words.strong}>{product}</p>}
        <p className={words.soft}>{choices.length === 0 ? t(($) => $.ask.none) : t(($) => $[kind].text)}</p>
        {waiting > 0 && <p role="status">{t(($) => $.question.waiting, { count: waiting })}</p>}
        <ul className={`${rows.list} ${styles.list}`}>
          {choices.map(({ key, title, text, pick }, at) => (
            <li key={key} ref={at === first && first > 0 ? scrollThere : undefined}>
              <button type="button" className={`${rows.row} ${rows.box} ${styles.choice}`} onClick={pick}>
                <span className={styles.letter} aria-hidden>
                  {answerCommands[lettered.indexOf(at)]}
                </span>
                <span className={rows.words}>
                  <strong>{title}</strong>
                  {text !== null && <span className={words.soft}>{text}</span>}
                </span>
              </button>
            </li>
          ))}
          {next !== null && (
            <li>
              <button
                type="button"
                className={`${rows.row} ${rows.box} ${styles.choice}`}
                onClick={() => setFirst(next)}
              >
                <span className={styles.letter} aria-hidden>
                  {answerCommands.at(-1)}
                </span>
                <strong>{t(($) => $.question.next)}</strong>
              </button>
            </li>
          )}
        </ul>
      </div>
    </FloorSheet>
  )
}

/** The choices that the answers name from one on: each of ten, of more the next nine, behind which the last goes on. */
function answersAt(
  count: number,
  first: number,
): { readonly lettered: readonly number[]; readonly next: number | null } {
  const all = Array.from({ length: count }, (_, at) => at)
  if (count <= answerCommands.length) return { lettered: all, next: null }
  const end = first + answerCommands.length - 1
  return { lettered: all.slice(first, end), next: end < count ? end : 0 }
}

function scrollThere(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

/** Where the dispatch rules would send a product. */
function suggestedFor(item: ItemRow, config: Config): string | null {
  const setup = dispatchSetupOf(config)
  if (setup === null) return null
  const chosen = chooseWarehouse(dispatchSubjectOf(item, config), setup)
  return chosen.ok ? chosen.value : null
}
