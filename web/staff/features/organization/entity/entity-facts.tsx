import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { countryNames } from '#domain/kernel/country-names.ts'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { ActivityBadge } from '../activity-badge.tsx'
import { MailLink } from '../mail-link.tsx'
import { addressLines, coordinatesText, groupSiret } from '../place-text.ts'

/** An entity to read, for users who may not change it (ORG-08, ORG-15, ORG-16). */
export function EntityFacts({ entity }: { readonly entity: OrganizationAnswer }) {
  const { t, i18n } = useTranslation(['entity', 'organization'])
  const coordinates = coordinatesText(entity)
  const byHand = entity.geocodedByUser ? ` (${t(($) => $.entities.placedByHand, { ns: 'organization' })})` : ''
  const lines = addressLines(entity, countryNames(i18n.language))
  return (
    <Stack gap="lg" maw={880}>
      <FactBlock
        title={t(($) => $.identity)}
        status={<ActivityBadge status={entity.status} />}
        facts={[
          { label: t(($) => $.type), value: t(($) => $.types[entity.type], { ns: 'organization' }) },
          { label: t(($) => $.field.corporateName), value: entity.corporateName },
          { label: t(($) => $.field.externalId), value: entity.externalId },
          { label: t(($) => $.field.siret), value: entity.siret === null ? null : groupSiret(entity.siret) },
          { label: t(($) => $.field.capital), value: entity.capital },
          { label: t(($) => $.field.parentOrganizationId), value: entity.parentName },
          { label: t(($) => $.field.defaultWarehouseId), value: entity.defaultWarehouseName },
          ...(entity.type === 'buyer'
            ? [{ label: t(($) => $.field.buyerAccountId), value: entity.buyer?.name ?? null }]
            : []),
          {
            label: t(($) => $.column.createdAt, { ns: 'organization' }),
            value: <DateTime value={entity.createdAt} dayOnly />,
          },
        ]}
      />
      <FactBlock
        title={t(($) => $.address)}
        facts={[
          { label: t(($) => $.address), value: lines.join(', ') },
          {
            label: t(($) => $.field.placeEmail),
            value: entity.placeEmail === null ? null : <MailLink address={entity.placeEmail} />,
          },
          { label: t(($) => $.position), value: coordinates === null ? null : coordinates + byHand },
        ]}
      />
    </Stack>
  )
}
