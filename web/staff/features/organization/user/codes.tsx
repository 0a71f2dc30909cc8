import { Alert, Button, Group, List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#sync/calls/user.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useResetCodes } from './use-save-user.ts'
import type { UserPlace } from './user-place.ts'

/** Whether a user signs in with one-time codes, what happened to them, and the way out of a lost device. */
export function Codes(props: { readonly place: UserPlace; readonly user: UserDetail; readonly mayReset: boolean }) {
  const { place, user, mayReset } = props
  const { t, i18n } = useTranslation('user')
  const format = useFormat()
  const resetting = useResetCodes(place, user.id)
  if (!user.hasCodes && user.accessEvents.length === 0) return null
  return (
    <Alert color={resetting.error === null ? 'gray' : 'red'} role="status">
      {resetting.error === null ? null : (callErrorText(i18n, resetting.error) ?? t(($) => $.codes.failed))}
      {user.hasCodes ? (
        <Group justify="space-between" gap="sm">
          <span>{t(($) => $.codes.on)}</span>
          {mayReset ? (
            <Button variant="default" size="xs" loading={resetting.isPending} onClick={() => resetting.mutate()}>
              {t(($) => $.codes.reset)}
            </Button>
          ) : null}
        </Group>
      ) : null}
      <List size="sm" mt={user.hasCodes ? 'xs' : 0}>
        {user.accessEvents.map(({ kind, actorName, at }) => (
          <List.Item key={`${kind} ${at}`}>
            {t(($) => $.codes.line, {
              date: format.dateTime(at),
              what: t(($) => $.codes.event[kind]),
              who: actorName,
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
