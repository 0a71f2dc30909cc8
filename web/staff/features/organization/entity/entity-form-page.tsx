import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { entityQuery } from '../organization-calls.ts'
import { EntityFacts } from './entity-facts.tsx'
import { EntityForm } from './entity-form.tsx'

/** `/entity/create` and `/entity/{id}/edit` (ORG-14); users who may not change an entity read it there. */
export function EntityFormPage(props: {
  readonly id: string | null
  /** The type with which the form of a new entity begins. */
  readonly newType?: OrganizationType | null
}) {
  const { id, newType = null } = props
  const { t } = useTranslation(['entity', 'organization'])
  const mayWrite = useCan('organization.write')
  const found = useQuery({ ...entityQuery(useHttp(), id ?? ''), enabled: id !== null })
  const entity = found.data ?? null
  const listTitle = t(($) => $.entities.title, { ns: 'organization' })
  const title = id === null ? t(($) => $.create) : (entity?.commonName ?? t(($) => $.one))
  return (
    <Page title={title} icon={IconBuildingStore} crumbs={[{ title: listTitle, to: '/entities' }]}>
      {id !== null && entity === null ? (
        <QueryPlaceholder error={found.error} missing={t(($) => $.missing)} onRetry={() => void found.refetch()} />
      ) : entity !== null && !mayWrite ? (
        <EntityFacts entity={entity} />
      ) : (
        <EntityForm
          key={`${entity?.id ?? ''} ${entity?.version ?? 0}`}
          entity={entity}
          newType={newType}
          onReload={() => void found.refetch()}
        />
      )}
    </Page>
  )
}
