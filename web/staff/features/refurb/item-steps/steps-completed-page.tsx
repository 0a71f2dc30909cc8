import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import { ShownFeedback } from '../floor/shown-feedback.tsx'
import { useNextProduct } from '../floor/use-next-product.ts'
import tones from '#web/staff/ui/tone.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../refurb.module.css'

/** `/warehouse/item-refurb-steps/completed` (REFURB-19): says what was finished, and where it goes. */
export function StepsCompletedPage(props: {
  readonly identificationNumber: string | undefined
  readonly stockName: string | undefined
}) {
  const { t } = useTranslation('refurb')
  const codes = props.identificationNumber === undefined ? [] : [props.identificationNumber]
  const next = useNextProduct({ purpose: 'steps', codes })
  useStepPause('completed')
  return (
    <FloorLayout
      title={t(($) => $.steps.title)}
      actions={<FloorAction onClick={next}>{t(($) => $.diagnosis.next)}</FloorAction>}
    >
      <section className={`${styles.outcome} ${tones.tone}`} data-tone="accepted">
        <IconCircleCheck size={56} aria-hidden />
        <h2>{t(($) => $.completed.title)}</h2>
        {props.identificationNumber !== undefined && (
          <p className={words.mono} translate="no">
            {groupCode(props.identificationNumber)}
          </p>
        )}
        {props.stockName !== undefined && props.stockName !== '' && (
          <p>
            {t(($) => $.finalized.place)} <strong className={styles.place}>{props.stockName}</strong>
          </p>
        )}
      </section>
      <ShownFeedback />
    </FloorLayout>
  )
}
