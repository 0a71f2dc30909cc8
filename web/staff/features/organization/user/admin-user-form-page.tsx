import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHttp } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { platformQuery } from './user-calls.ts'
import { UserFormPage } from './user-form-page.tsx'

/** `/userAdmin/create` and `/userAdmin/{id}/edit` (ORG-33): an administrator, who lives in the platform's own account. */
export function AdminUserFormPage({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('user')
  const found = useQuery(platformQuery(useHttp()))
  const accountId = found.data?.accountId ?? null
  if (accountId !== null) return <UserFormPage key={accountId} place={{ kind: 'admin', accountId }} id={id} />
  return (
    <Page title={id === null ? t(($) => $.create.admin) : t(($) => $.edit)} icon={IconUsers}>
      <QueryPlaceholder error={found.error} missing={t(($) => $.missing)} onRetry={() => void found.refetch()} />
    </Page>
  )
}
