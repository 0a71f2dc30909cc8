import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endOwnDeviceCall, endOwnSessionCall, listOwnSessionsCall } from '#sync/calls/own-session.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { browserName } from './browser-name.ts'
import { deviceId } from './device-door.ts'
import { Problem } from './auth-form.tsx'

const key = ['access', 'own-sessions'] as const

/** Where the signed-in user is signed in, and the devices that bring the user's work; each can be ended. */
export function SessionsSection() {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const format = useFormat()
  const queries = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => http(listOwnSessionsCall, { signal }), gcTime: 0 })
  const ending = useSingleMutation({
    mutationFn: ({
      call,
      id,
    }: {
      readonly call: typeof endOwnSessionCall | typeof endOwnDeviceCall
      readonly id: string
    }) => http(call, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
    onError: () => undefined,
  })
  const here = useQuery({ queryKey: ['access', 'this-device'], queryFn: async () => (await deviceId()) ?? null }).data
  if (list.data === undefined && list.error === null) return null
  const end = (call: typeof endOwnSessionCall | typeof endOwnDeviceCall, id: string, of: string) => (
    <Button
      variant="default"
      size="xs"
      style={{ flexShrink: 0 }}
      aria-label={`${t(($) => $.sessions.end)}: ${of}`}
      loading={ending.isPending && ending.variables.id === id}
      onClick={() => ending.mutate({ call, id })}
    >
      {t(($) => $.sessions.end)}
    </Button>
  )
  return (
    <section aria-labelledby="sessions-title">
      <Stack gap="md" mt="xl">
        <Title order={2} size="h3" id="sessions-title">
          {t(($) => $.sessions.title)}
        </Title>
        <Text c="dimmed">{t(($) => $.sessions.text)}</Text>
        <Problem text={ending.error && (callErrorText(i18n, ending.error) ?? t(($) => $.sessions.failed))} />
        {list.data === undefined && <QueryPlaceholder error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.sessions.map(({ id, isThis, startedAt, lastSeenAt, userAgent }) => {
          const line = t(($) => $.sessions.line, {
            browser: browserName(userAgent) ?? t(($) => $.sessions.unknown),
            seen: format.dateTime(lastSeenAt),
            started: format.dateTime(startedAt),
          })
          return (
            <Group key={id} justify="space-between" gap="sm" wrap="nowrap">
              <Text size="sm">{line}</Text>
              {isThis ? (
                <Badge variant="light" style={{ flexShrink: 0 }}>
                  {t(($) => $.sessions.this)}
                </Badge>
              ) : (
                end(endOwnSessionCall, id, line)
              )}
            </Group>
          )
        })}
        {list.data?.devices.map(({ id, since }) => {
          const line = t(($) => $.sessions.device, { since: format.dateTime(since) })
          return (
            <Group key={id} justify="space-between" gap="sm" wrap="nowrap">
              <div>
                <Text size="sm">{line}</Text>
                <Text size="xs" c="dimmed">
                  {t(($) => $.sessions.deviceHint)}
                </Text>
              </div>
              <Group gap="sm" wrap="nowrap" style={{ flexShrink: 0 }}>
                {id === here && <Badge variant="light">{t(($) => $.sessions.thisDevice)}</Badge>}
                {end(endOwnDeviceCall, id, line)}
              </Group>
            </Group>
          )
        })}
      </Stack>
    </section>
  )
}
