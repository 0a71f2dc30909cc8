import { useTranslation } from 'react-i18next'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { covers, type Asked } from './asked.ts'
import { keptParts, type CustomerDraft } from './customer-draft.ts'
import classes from '../counter.module.css'

/** Who sells, as far as it is known; of numbers only their ends, because others look at the tablet too. */
export function CustomerFacts(props: {
  readonly draft: CustomerDraft
  readonly asked: Asked
  readonly isKept: boolean
}) {
  const { t } = useTranslation('counter')
  const { draft, asked, isKept } = props
  const { customer, identification, bank, checkedFor, former } = draft
  const taken = keptParts(draft)
  if (!covers(checkedFor, asked) && !isKept) return null
  const change = (
    <AnchorLink to="/cart/customer-infos" underline="always">
      {t(($) => $.summary.changeCustomer)}
    </AnchorLink>
  )
  if (isKept)
    return (
      <FactBlock title={t(($) => $.customer.who)} status={change} facts={[]}>
        <p className={classes.line}>{t(($) => $.customer.kept)}</p>
      </FactBlock>
    )
  return (
    <FactBlock
      title={t(($) => $.customer.who)}
      status={change}
      facts={[
        {
          label: t(($) => $.summary.name),
          value: [customer.clientFirstname, customer.clientLastname].filter(Boolean).join(' '),
        },
        { label: t(($) => $.customer.field.clientEmail), value: customer.clientEmail ?? null },
        { label: t(($) => $.customer.field.clientPhone), value: customer.clientPhone ?? null },
        {
          label: t(($) => $.customer.field.clientCity),
          value: [customer.clientZipCode, customer.clientCity].filter(Boolean).join(' '),
        },
        ...(asked.identification
          ? [
              {
                label: t(($) => $.customer.identity),
                value: taken.identification
                  ? former?.identification?.end
                  : endOf(identification.clientNationalIdentification),
              },
            ]
          : []),
        ...(asked.bank
          ? [{ label: t(($) => $.customer.bank), value: taken.bank ? former?.bank?.end : endOf(bank.iban) }]
          : []),
      ]}
    />
  )
}

function endOf(text: string | undefined): string {
  const plain = (text ?? '').replaceAll(/\s/g, '')
  return plain === '' ? '' : `•••• ${plain.slice(-4)}`
}
