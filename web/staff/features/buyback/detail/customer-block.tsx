import { Alert, Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buybackFetchFailure } from '#sync/calls/buyback-detail.ts'
import { countryNames } from '#domain/kernel/country-names.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { additionalInfosQuery } from '../buyback-calls.ts'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'

/** Who sold the product (BB-25); of numbers only their end is known here. */
export function CustomerBlock({ buybackId }: { readonly buybackId: string }) {
  const { t, i18n } = useTranslation('buyback')
  const { t: tc } = useTranslation('common')
  const format = useFormat()
  const found = useQuery(additionalInfosQuery(useHttp(), buybackId))
  const title = t(($) => $.detail.customer)
  if (found.data === undefined) {
    return (
      <FactBlock title={title} facts={[]}>
        {found.isError ? (
          <Alert color="red" variant="light" role="status">
            {t(($) => $.detail.customerFailed)} <span lang="en">({buybackFetchFailure})</span>{' '}
            <Anchor component="button" type="button" onClick={() => void found.refetch()}>
              {tc(($) => $.action.retry)}
            </Anchor>
          </Alert>
        ) : (
          <Skeleton height={140} radius="sm" />
        )}
      </FactBlock>
    )
  }
  const info = found.data
  const end = (digits: string | null) => (digits === null ? null : t(($) => $.detail.lastFour, { digits }))
  const { erasedAt } = info
  if (erasedAt !== null)
    return (
      <FactBlock title={title} facts={[]}>
        {t(($) => $.detail.erased, { date: format.date(erasedAt) })}
      </FactBlock>
    )
  const place = [info.clientZipCode, info.clientCity].filter(Boolean).join(' ')
  const country = info.clientCountry && countryNames(i18n.language)(info.clientCountry)
  const address = [info.clientStreet, info.clientStreetMore, place, country].filter(Boolean)
  const { clientEmail: email, clientPhone: phone } = info
  return (
    <FactBlock
      title={title}
      facts={[
        {
          label: t(($) => $.column.client),
          value: [info.clientFirstname, info.clientLastname].filter(Boolean).join(' '),
        },
        { label: t(($) => $.detail.latinName), value: info.clientLatinName },
        { label: t(($) => $.detail.email), value: email && <Anchor href={`mailto:${email}`}>{email}</Anchor> },
        { label: t(($) => $.detail.phone), value: phone && <Anchor href={`tel:${phone}`}>{phone}</Anchor> },
        { label: t(($) => $.detail.address), value: address.join(', ') },
        { label: t(($) => $.detail.identity), value: end(info.clientNationalIdentification) },
        { label: t(($) => $.detail.holder), value: info.accountHolder },
        { label: t(($) => $.detail.iban), value: end(info.iban) },
        { label: t(($) => $.detail.bic), value: info.bic },
      ]}
    />
  )
}
