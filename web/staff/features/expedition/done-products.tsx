import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ResultPanel } from '#web/staff/ui/floor/result-panel.tsx'
import { joinWithDots } from '#web/staff/ui/join-with-dots.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import { refusalStyle, isOwnRefusal } from './expedition-feedback.ts'
import { useWarehouseName } from './package-card.tsx'
import type { PackingResult } from './packing-state.ts'
import { useRefusalText } from './use-refusal-text.ts'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

/** What was scanned at this start of an expedition, as the check-in shows it: the last one large, those before as a list. */
export function DoneProducts(props: { readonly results: readonly PackingResult[]; readonly config: Config }) {
  const { t } = useTranslation('expedition')
  const textOf = useResultText(props.config)
  const [last, ...before] = props.results
  const listed = useTruncatedList(before)
  if (last === undefined) return null
  const { outcome, product, code } = last
  const tone =
    outcome.kind === 'refused' ? refusalStyle(outcome.reason).tone : outcome.kind === 'takenOut' ? 'done' : 'accepted'
  return (
    <section aria-label={t(($) => $.start.done)} className={styles.done}>
      <ResultPanel tone={tone} sign={null} word={textOf(last)}>
        {product !== null && <p className={words.strong}>{product}</p>}
        {code !== '' && <p className={words.mono}>{groupCode(code)}</p>}
      </ResultPanel>
      {before.length > 0 && (
        <>
          <ul className={`${rows.list} ${styles.list}`}>
            {listed.shown.map((result) => (
              <li key={result.id} className={`${rows.row} ${rows.box} ${styles.row}`}>
                <span className={rows.words}>
                  <strong>{result.product ?? groupCode(result.code)}</strong>
                  {result.product !== null && <span className={words.mono}>{groupCode(result.code)}</span>}
                  <span className={result.outcome.kind === 'refused' ? words.error : words.soft}>{textOf(result)}</span>
                </span>
              </li>
            ))}
          </ul>
          <ShowMoreButton floor others={listed.others} onShow={listed.showAll} />
        </>
      )}
    </section>
  )
}

function useResultText(config: Config): (result: PackingResult) => string {
  const { t } = useTranslation('expedition')
  const refusalText = useRefusalText()
  const warehouseName = useWarehouseName(config)
  return ({ outcome }) => {
    if (outcome.kind === 'packed') return joinWithDots([t(($) => $.outcome.packed), warehouseName(outcome.warehouseId)])
    if (outcome.kind !== 'refused') return t(($) => $.outcome[outcome.kind])
    const { reason } = outcome
    const word = isOwnRefusal(reason) ? t(($) => $.word[reason]) : t(($) => $.outcome.refused)
    return joinWithDots([word, refusalText(reason)])
  }
}
