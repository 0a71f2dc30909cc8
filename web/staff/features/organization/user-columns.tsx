import { useTranslation } from 'react-i18next'
import { modules } from '#domain/organization/module.ts'
import type { UserAnswer } from '#sync/calls/organization.ts'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { ActivityBadge } from './activity-badge.tsx'
import { MailLink } from './mail-link.tsx'
import classes from './organization.module.css'

/** First and last name. */
export function fullName({ firstname, lastname }: Pick<UserAnswer, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`
}

/** Columns of the users, as many as the width holds; on a phone each row is a card. */
export function useUserColumns(): readonly Column<UserAnswer>[] {
  const { t } = useTranslation('organization')
  const isRoomy = useMedia('(width < 48em) or (width >= 62em)')
  const columns: readonly (Column<UserAnswer> | false)[] = [
    { key: 'lastname', title: t(($) => $.column.name), sortable: true, cell: (row) => <NameCell user={row} /> },
    {
      key: 'email',
      title: t(($) => $.column.email),
      sortable: true,
      cell: ({ email }) => <MailLink address={email} />,
    },
    { key: 'modules', title: t(($) => $.column.roles), cell: (row) => <RolesCell user={row} /> },
    {
      key: 'status',
      title: t(($) => $.column.status),
      sortable: true,
      cell: ({ status }) => <ActivityBadge status={status} />,
    },
    {
      key: 'lastLoginAt',
      title: t(($) => $.column.lastLogin),
      sortable: true,
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? t(($) => $.users.never) : <DateTime value={lastLoginAt} />),
    },
    isRoomy && {
      key: 'createdAt',
      title: t(($) => $.column.createdAt),
      sortable: true,
      cell: ({ createdAt }) => <DateTime value={createdAt} dayOnly />,
    },
  ]
  return columns.filter((column) => column !== false)
}

function NameCell({ user }: { readonly user: UserAnswer }) {
  const { t } = useTranslation('organization')
  return (
    <span className={classes.cell}>
      <strong>{fullName(user)}</strong>
      {user.forceConnectionBySso && <StatusBadge tone="active" label={t(($) => $.users.ssoOnly)} />}
    </span>
  )
}

/** What a user is in each module, above the module and the entity there. */
function RolesCell({ user }: { readonly user: UserAnswer }) {
  const { t } = useTranslation(['organization', 'shell'])
  return (
    <span className={classes.roles}>
      {modules.map((module) => {
        const held = user.modules[module]
        if (held === undefined) return null
        return (
          <span key={module} className={classes.cell}>
            <span>{t(($) => $.userTypes[held.type])}</span>
            <span className={classes.soft}>
              {t(($) => $.modules[module], { ns: 'shell' })} · {held.organizationName}
            </span>
          </span>
        )
      })}
    </span>
  )
}
