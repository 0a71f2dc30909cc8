import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { chooseWarehouse } from '#domain/warehouse/dispatch-rules.ts'
import { answerIndex, isCommandCode } from '#domain/warehouse/resolve-code.ts'
import type { PackageOrigin } from '#domain/warehouse/packing.ts'
import { dispatchSetupOf, dispatchSubjectOf } from '#sync/replica/dispatch-subject.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useAnswerKeys } from '#web/staff/ui/answer-keys.ts'
import { FloorSheet } from '#web/staff/ui/floor-sheet.tsx'
import { type PackingSession, type PackingState } from './packing-session.ts'
import arrange from '#web/staff/ui/floor-arrange.module.css'
import rows from '#web/staff/ui/floor-row.module.css'
import words from '#web/staff/ui/floor-text.module.css'
import styles from './expedition.module.css'

interface Choice {
  readonly key: string
  readonly title: string
  readonly text: string | null
  readonly pick: () => void
}

/** The question that a scan has raised, if any: where a tested product goes, or which product a code meant. */
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
    return <Question {...props} kind="choose" product={null} choices={choices} />
  }
  if (state.asking === null) return null
  const { item } = state.asking
  const suggested = suggestedFor(item, config)
  const others = config.warehouses.filter(({ id }) => origin.type === 'store' || id !== origin.warehouseId)
  const choices = others
    .toSorted((a, b) => Number(b.id === suggested) - Number(a.id === suggested))
    .map(({ id, name, city }) => ({
      key: id,
      title: name,
      text: id === suggested ? t(($) => $.ask.suggested) : city,
      pick: () => session.sendTo(id),
    }))
  const product = productName(item) ?? groupCode(item.code)
  return <Question {...props} kind="ask" product={product} choices={choices} />
}

function Question(props: {
  readonly session: PackingSession
  readonly state: PackingState
  readonly kind: 'ask' | 'choose'
  /** The product that is asked about; null where that is the question. */
  readonly product: string | null
  readonly choices: readonly Choice[]
}) {
  const { t } = useTranslation('expedition')
  const { session, kind, product, choices } = props
  const onClose = session.dismiss
  const waiting = props.state.waiting.length
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: (scan) => {
      const { resolution } = scan
      const { command } = resolution
      if (command === 'CANCEL') return onClose()
      const at = command === 'CONFIRM' ? 0 : answerIndex(command)
      if (at !== null) return choices[at]?.pick()
      // The next product may lie in hand before the answer is given.
      if (!isCommandCode(resolution) && !resolution.reserved) return session.scan(scan)
    },
  })
  useAnswerKeys({ onAnswer: (at) => choices[at]?.pick() })
  return (
    <FloorSheet title={t(($) => $[kind].title)} closeLabel={t(($) => $[kind].close)} onClose={onClose}>
      <div className={arrange.stack}>
        {product !== null && <p className={words.strong}>{product}</p>}
        <p className={words.soft}>{t(($) => $[kind].text)}</p>
        {waiting > 0 && <p role="status">{t(($) => $.question.waiting, { count: waiting })}</p>}
        <ul className={`${rows.list} ${styles.list}`}>
          {choices.map(({ key, title, text, pick }, at) => (
            <li key={key}>
              <button type="button" className={`${rows.row} ${rows.box} ${styles.choice}`} onClick={pick}>
                <span className={styles.letter} aria-hidden>
                  {'ABCDE'[at] ?? ''}
                </span>
                <span className={rows.words}>
                  <strong>{title}</strong>
                  {text !== null && <span className={words.soft}>{text}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </FloorSheet>
  )
}

/** Where the dispatch rules would send a product. */
function suggestedFor(item: ItemRow, config: Config): string | null {
  const setup = dispatchSetupOf(config)
  if (setup === null) return null
  const chosen = chooseWarehouse(dispatchSubjectOf(item, config), setup)
  return chosen.ok ? chosen.value : null
}
