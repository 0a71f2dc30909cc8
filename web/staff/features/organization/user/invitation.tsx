import { Alert, Button, Group } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#sync/calls/user.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useInvite } from './use-save-user.ts'
import type { UserPlace } from './user-place.ts'

/** That a user has not chosen a password yet, and the link to it once more. */
export function Invitation({ place, user }: { readonly place: UserPlace; readonly user: UserDetail }) {
  const { t, i18n } = useTranslation('user')
  const inviting = useInvite(place, user.id)
  return (
    <Alert color={inviting.error === null ? 'blue' : 'red'} role="status">
      <Group justify="space-between" gap="sm">
        <span>
          {inviting.error !== null
            ? (callErrorText(i18n, inviting.error) ?? t(($) => $.invitation.failed))
            : inviting.isSuccess
              ? t(($) => $.invitation.sent, { email: user.email })
              : t(($) => $.invitation.awaits)}
        </span>
        {!inviting.isSuccess && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMail size={18} aria-hidden />}
            loading={inviting.isPending}
            onClick={() => inviting.mutate()}
          >
            {t(($) => $.invitation.send)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
