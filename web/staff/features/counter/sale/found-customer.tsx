import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import type { Asked } from './asked.ts'
import { keptParts, type CustomerDraft } from './customer-draft.ts'
import classes from '../counter.module.css'

/** The customer who was found again: what is known, and of numbers only their ends, to be compared with the document. */
export function FoundCustomer(props: {
  readonly draft: CustomerDraft
  readonly asked: Asked
  /** Opens the details to be corrected; null where they are open. */
  readonly onCorrect: (() => void) | null
  readonly onLeave: () => void
}) {
  const { t } = useTranslation('counter')
  const { draft, asked, onCorrect } = props
  const { customer, former } = draft
  const kept = keptParts(draft)
  const { identification = null, bank = null } = former ?? {}
  return (
    <div className={classes.foundBlock}>
      <FactBlock
        title={t(($) => $.found.taken)}
        facts={[
          {
            label: t(($) => $.summary.name),
            value: [customer.clientFirstname, customer.clientLastname].filter(Boolean).join(' '),
          },
          { label: t(($) => $.customer.field.clientEmail), value: customer.clientEmail ?? null },
          { label: t(($) => $.customer.field.clientPhone), value: customer.clientPhone ?? null },
          {
            label: t(($) => $.customer.field.clientStreet),
            value: [
              customer.clientStreet,
              customer.clientStreetMore,
              [customer.clientZipCode, customer.clientCity].filter(Boolean).join(' '),
            ]
              .filter(Boolean)
              .join(', '),
          },
          ...(asked.identification && kept.identification && identification !== null
            ? [
                {
                  label: t(($) => $.customer.identity),
                  value: `${t(($) => $.customer.type[identification.type])} ${identification.end}`,
                },
              ]
            : []),
          ...(asked.bank && kept.bank ? [{ label: t(($) => $.customer.bank), value: bank?.end ?? null }] : []),
        ]}
      >
        <p className={classes.foundHint}>{t(($) => $.found.compare)}</p>
        <div className={classes.foundActions}>
          {onCorrect === null ? null : (
            <Button variant="default" size="md" onClick={onCorrect}>
              {t(($) => $.found.correct)}
            </Button>
          )}
          <Button variant="default" size="md" onClick={props.onLeave}>
            {t(($) => $.found.another)}
          </Button>
        </div>
      </FactBlock>
    </div>
  )
}
