import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { UserFormPage } from './user-form-page.tsx'

/** `/userClient/create?accountId=` and `/userClient/{id}/edit?accountId=` (ORG-34). */
export function ClientUserFormPage({
  accountId,
  id,
}: {
  readonly accountId: string | null
  readonly id: string | null
}) {
  const { t } = useTranslation('user')
  if (accountId !== null) return <UserFormPage key={accountId} place={{ kind: 'client', accountId }} id={id} />
  return (
    <Page title={t(($) => $.create.client)} icon={IconUsers}>
      <EmptyState
        icon={IconUsers}
        title={t(($) => $.client.choose)}
        text={t(($) => $.client.chooseText)}
        action={<ButtonLink to="/clients">{t(($) => $.client.clients)}</ButtonLink>}
      />
    </Page>
  )
}
