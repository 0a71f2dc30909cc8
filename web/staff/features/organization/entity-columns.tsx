import { useTranslation } from 'react-i18next'
import { countryNames } from '#domain/kernel/country-names.ts'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { ActivityBadge } from './activity-badge.tsx'
import { MailLink } from './mail-link.tsx'
import { addressLines, coordinatesText, groupSiret } from './place-text.ts'
import classes from './organization.module.css'

/** Columns of the entities, as many as the width holds; on a phone each row is a card. */
export function useEntityColumns(): readonly Column<OrganizationAnswer>[] {
  const { t } = useTranslation('organization')
  const isRoomy = useMedia('(width < 48em) or (width >= 75em)')
  const columns: readonly (Column<OrganizationAnswer> | false)[] = [
    { key: 'commonName', title: t(($) => $.column.name), sortable: true, cell: (row) => <NameCell entity={row} /> },
    { key: 'type', title: t(($) => $.column.type), sortable: true, cell: ({ type }) => t(($) => $.types[type]) },
    {
      key: 'status',
      title: t(($) => $.column.status),
      sortable: true,
      cell: ({ status }) => <ActivityBadge status={status} />,
    },
    {
      key: 'parentName',
      title: t(($) => $.column.parent),
      sortable: true,
      cell: (row) => <ParentCell entity={row} />,
    },
    { key: 'city', title: t(($) => $.column.place), sortable: true, cell: (row) => <PlaceCell entity={row} /> },
    { key: 'externalId', title: t(($) => $.column.ids), sortable: true, cell: (row) => <IdsCell entity={row} /> },
    isRoomy && {
      key: 'createdAt',
      title: t(($) => $.column.createdAt),
      sortable: true,
      cell: ({ createdAt }) => <DateTime value={createdAt} dayOnly />,
    },
  ]
  return columns.filter((column) => column !== false)
}

function NameCell({ entity: { commonName, corporateName } }: { readonly entity: OrganizationAnswer }) {
  return (
    <span className={`${classes.cell} ${classes.name}`}>
      <strong>{commonName}</strong>
      {corporateName !== null && corporateName !== commonName && <span className={classes.soft}>{corporateName}</span>}
    </span>
  )
}

/** What an entity belongs to, above the warehouse that it sends to. */
function ParentCell({ entity: { parentName, defaultWarehouseName } }: { readonly entity: OrganizationAnswer }) {
  const { t } = useTranslation('organization')
  return (
    <span className={`${classes.cell} ${classes.name}`}>
      <span>{parentName ?? '–'}</span>
      {defaultWarehouseName !== null && (
        <span className={classes.soft}>{t(($) => $.entities.sendsTo, { name: defaultWarehouseName })}</span>
      )}
    </span>
  )
}

/** Where an entity is, as on an envelope, how to write to it, and where it lies on a map. */
function PlaceCell({ entity }: { readonly entity: OrganizationAnswer }) {
  const { t, i18n } = useTranslation('organization')
  const lines = addressLines(entity, countryNames(i18n.language))
  const coordinates = coordinatesText(entity)
  if (lines.length === 0 && entity.placeEmail === null && coordinates === null) return <>–</>
  return (
    <span className={`${classes.cell} ${classes.place}`}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {entity.placeEmail !== null && <MailLink address={entity.placeEmail} />}
      {coordinates !== null && (
        <span className={classes.soft}>
          <span translate="no">{coordinates}</span>
          {entity.geocodedByUser && ` (${t(($) => $.entities.placedByHand)})`}
        </span>
      )}
    </span>
  )
}

/** The number that the retailer's own programs know an entity by, above that of the State. */
function IdsCell({ entity: { externalId, siret } }: { readonly entity: OrganizationAnswer }) {
  const { t } = useTranslation('organization')
  return (
    <span className={`${classes.cell} ${classes.ids}`}>
      <span translate="no">{externalId ?? '–'}</span>
      {siret !== null && (
        <span className={classes.soft}>
          {t(($) => $.entities.siret)}{' '}
          <span className={classes.number} translate="no">
            {groupSiret(siret)}
          </span>
        </span>
      )}
    </span>
  )
}
