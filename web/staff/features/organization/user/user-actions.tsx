import { IconEye, IconFileUpload, IconPencil, IconPlus, IconShieldPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { UserAnswer } from '#sync/calls/organization.ts'
import { useCan } from '#web/lib/platform.tsx'
import type { RowAction } from '#web/staff/ui/list/data-list.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** What can be done with the list of users as a whole. */
export function UserActions() {
  const { t } = useTranslation('user')
  const mayWrite = useCan('user.write')
  const mayCreateAdmin = useCan('user.create_admin')
  if (!mayWrite) return null
  return (
    <>
      <ButtonLink to="/users/import" variant="default" leftSection={<IconFileUpload size={20} aria-hidden />}>
        {t(($) => $.import.action)}
      </ButtonLink>
      {mayCreateAdmin && (
        <ButtonLink to="/userAdmin/create" variant="default" leftSection={<IconShieldPlus size={20} aria-hidden />}>
          {t(($) => $.create.admin)}
        </ButtonLink>
      )}
      <ButtonLink to="/user/create" leftSection={<IconPlus size={20} aria-hidden />}>
        {t(($) => $.create.own)}
      </ButtonLink>
    </>
  )
}

/** Leads to the page of a user. */
export function useOpenUser(): (user: UserAnswer) => void {
  const navigate = useNavigate()
  return ({ id }) => void navigate({ to: '/user/$id/edit', params: { id } })
}

/** What can be done with one user of the list. */
export function useUserRowActions(open: (user: UserAnswer) => void): readonly RowAction<UserAnswer>[] {
  const { t } = useTranslation('user')
  const mayWrite = useCan('user.write')
  return [{ label: mayWrite ? t(($) => $.edit) : t(($) => $.look), icon: mayWrite ? IconPencil : IconEye, run: open }]
}
