import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passkeyNameLength } from '#domain/access/passkey.ts'
import { listPasskeysCall, removePasskeyCall, type OwnPasskeys } from '#sync/calls/passkey.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { passkeyForm, passwordForm } from './access-forms.ts'
import { browserName } from './browser-name.ts'
import { RecoveryCodes } from './confirm-codes.tsx'
import { OwnPasswordField, ProofForm } from './proof-form.tsx'
import { knowsPasskeys, makePasskey } from './show-passkey.ts'

const key = ['access', 'passkeys'] as const
type Passkey = OwnPasskeys['passkeys'][number]

/** The passkeys of the signed-in user: added with the password, each with a name, and removed with it. */
export function PasskeysSection() {
  const { t } = useTranslation('access')
  const http = useHttp()
  const queries = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => http(listPasskeysCall, { signal }), gcTime: 0 })
  const [removed, setRemoved] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([])
  const again = async (): Promise<void> => {
    setRemoved(null)
    setRound((before) => before + 1)
    await queries.invalidateQueries({ queryKey: key })
  }
  if (list.data === undefined && list.error === null) return null
  return (
    <section aria-labelledby="passkeys-title">
      <Stack gap="md" mt="xl">
        <Title order={2} size="h3" id="passkeys-title">
          {t(($) => $.passkeys.title)}
        </Title>
        <Text c="dimmed">{t(($) => $.passkeys.text)}</Text>
        {list.data === undefined && <QueryPlaceholder error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.passkeys.map((passkey) => (
          <Line
            key={passkey.id}
            passkey={passkey}
            isAsking={removed === passkey.id}
            onAsk={() => setRemoved(passkey.id)}
            onRemoved={again}
          />
        ))}
        {recoveryCodes.length === 0 ? null : (
          <RecoveryCodes codes={recoveryCodes} onKept={() => setRecoveryCodes([])} />
        )}
        {list.data === undefined ? null : knowsPasskeys() ? (
          <Add
            key={round}
            onAdded={(codes) => {
              setRecoveryCodes(codes)
              return again()
            }}
          />
        ) : (
          <Text size="sm">{t(($) => $.passkeys.unknown)}</Text>
        )}
      </Stack>
    </section>
  )
}

function Line(props: {
  readonly passkey: Passkey
  readonly isAsking: boolean
  readonly onAsk: () => void
  readonly onRemoved: () => unknown
}) {
  const { t } = useTranslation('access')
  const format = useFormat()
  const { passkey, isAsking, onAsk, onRemoved } = props
  const { id, name, host, createdAt, lastUsedAt } = passkey
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <div>
          <Text size="sm">{name}</Text>
          <Text size="xs" c="dimmed">
            {t(($) => $.passkeys.line, { host, date: format.date(createdAt) })}{' '}
            {lastUsedAt === null
              ? t(($) => $.passkeys.unused)
              : t(($) => $.passkeys.used, { date: format.dateTime(lastUsedAt) })}
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          style={{ flexShrink: 0 }}
          aria-label={`${t(($) => $.passkeys.remove)}: ${name}`}
          aria-expanded={isAsking}
          onClick={onAsk}
        >
          {t(($) => $.passkeys.remove)}
        </Button>
      </Group>
      {isAsking ? <Remove id={id} onRemoved={onRemoved} /> : null}
    </Stack>
  )
}

function Remove({ id, onRemoved }: { readonly id: string; readonly onRemoved: () => unknown }) {
  const { t } = useTranslation('access')
  const http = useHttp()
  const { field, submit, form } = useZodForm(passwordForm, { password: '' })
  const removing = useSingleMutation({
    mutationFn: (password: string) => http(removePasskeyCall, { params: { id }, body: { password } }),
    onSuccess: onRemoved,
    onError: () => undefined,
  })
  return (
    <ProofForm
      error={removing.error}
      submitLabel={t(($) => $.passkeys.confirm)}
      isDestructive
      sending={removing.isPending}
      onSubmit={submit(({ password }) => removing.mutate(password), removing)}
    >
      <OwnPasswordField key={form.key('password')} {...field('password')} />
    </ProofForm>
  )
}

function Add({ onAdded }: { readonly onAdded: (recoveryCodes: readonly string[]) => unknown }) {
  const { t } = useTranslation('access')
  const http = useHttp()
  const proposed = browserName(navigator.userAgent) ?? t(($) => $.passkeys.device)
  const { field, submit, form } = useZodForm(passkeyForm, { name: proposed, password: '' })
  const adding = useSingleMutation({
    mutationFn: (asked: { readonly name: string; readonly password: string }) => makePasskey(http, asked),
    onSuccess: onAdded,
    onError: () => undefined,
    gcTime: 0,
  })
  return (
    <ProofForm
      error={adding.error}
      submitLabel={t(($) => $.passkeys.add)}
      sending={adding.isPending}
      onSubmit={submit((values) => adding.mutate(values), adding)}
    >
      <TextInput
        key={form.key('name')}
        {...field('name')}
        label={t(($) => $.passkeys.name)}
        maxLength={passkeyNameLength}
        withAsterisk
      />
      <OwnPasswordField key={form.key('password')} {...field('password')} />
    </ProofForm>
  )
}
