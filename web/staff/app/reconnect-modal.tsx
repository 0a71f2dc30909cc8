import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionEndReasons } from '#domain/access/session-end.ts'
import { resetError, type ErrorState } from '#web/lib/error-state.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { usePlatform, useUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { reconnectForm } from '../features/access/access-forms.ts'
import { asksForCode, asksForPasskey, CodeField, typedCode } from '../features/access/code-field.tsx'
import { showPasskey } from '../features/access/show-passkey.ts'
import { signInProblem } from '../features/access/sign-in-problem.ts'
import { useReconnect } from '../features/access/use-sign-in.ts'
import { useSignOut } from '../features/access/use-sign-out.ts'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useZodForm } from '../ui/form/use-zod-form.ts'

/** Above every panel and question. */
const layer = 310

/**
 * The session-expired modal (SHELL-51): the user signs in again above the page, which keeps its place and what is typed.
 * Its other button signs out.
 */
export function ReconnectModal({ ended }: { readonly ended: ErrorState | null }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const told = (ended?.response ?? null) as { readonly reason?: unknown } | null
  const reason = sessionEndReasons.find((one) => one === told?.reason)
  return (
    <Modal
      opened={ended !== null && user !== null}
      onClose={() => undefined}
      title={t(($) => $.expired.title)}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      radius="md"
      zIndex={layer}
    >
      {reason === undefined ? null : (
        <Alert color="orange" mb="md">
          {t(($) => $.expired.reason[reason])}
        </Alert>
      )}
      {user === null ? null : user.viaOpenid || user.forceConnectionBySso ? (
        <InAnotherTab user={user} />
      ) : (
        <ByPassword user={user} isMoved={reason === 'role'} />
      )}
    </Modal>
  )
}

function ByPassword({ user, isMoved }: { readonly user: StoredUser; readonly isMoved: boolean }) {
  const { t } = useTranslation('shell')
  const access = useTranslation('access')
  const { http, session } = usePlatform()
  const queries = useQueryClient()
  const router = useRouter()
  const reconnect = useReconnect()
  const { field, submit, form } = useZodForm(reconnectForm, { password: '', code: '' })
  const [asksCode, setAsksCode] = useState(false)
  const [needsPasskey, setNeedsPasskey] = useState(false)
  const sending = useSingleMutation({
    mutationFn: async ({ password, code }: { readonly password: string; readonly code: string }) => {
      const passkey = needsPasskey ? { passkey: await showPasskey(http) } : {}
      return reconnect({ email: user.email, password, ...typedCode(code), ...passkey })
    },
    onSuccess: async () => {
      resetError(session.store)
      // What the ended session was refused is asked for again; what is shown stays, and with it what is typed.
      await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
      // The page may be one that the new role has not.
      if (isMoved) await router.invalidate()
    },
    onError: (error) => {
      setAsksCode((asked) => asked || asksForCode(error))
      setNeedsPasskey((needed) => needed || asksForPasskey(error))
    },
  })
  return (
    <form onSubmit={submit((values) => sending.mutate(values), sending)} noValidate>
      <Stack gap="md">
        <Text>{t(($) => $.expired.text)}</Text>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {user.email}
        </Text>
        {sending.error ? (
          <Alert color="red" role="alert">
            {signInProblem(sending.error, access.t, access.i18n)}
          </Alert>
        ) : null}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          key={form.key('password')}
          {...field('password')}
          autoComplete="current-password"
          label={access.t(($) => $.field.password)}
          withAsterisk
          size="lg"
          data-autofocus
        />
        {asksCode ? <CodeField key={form.key('code')} {...field('code')} size="lg" autoFocus /> : null}
        <Button type="submit" size="lg" fullWidth loading={sending.isPending}>
          {t(($) => $.expired.confirm)}
        </Button>
        <LeaveButton />
      </Stack>
    </form>
  )
}

/** An identity provider takes a page for itself: it gets another tab, and its sign-in counts in this one too. */
function InAnotherTab({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation('shell')
  const from = useRouterState({ select: ({ location }) => location.href })
  const hash = new URLSearchParams({ organization: user.email }).toString()
  const address = `/login?${new URLSearchParams({ from, again: '1' }).toString()}#${hash}`
  return (
    <Stack gap="md">
      <Text>{t(($) => $.expired.otherTab)}</Text>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {user.email}
      </Text>
      <Button component="a" href={address} target="_blank" rel="noopener" size="lg" fullWidth data-autofocus>
        {t(($) => $.expired.confirm)}
      </Button>
      <LeaveButton />
    </Stack>
  )
}

function LeaveButton() {
  const { t } = useTranslation('shell')
  const { session } = usePlatform()
  const { busy, run } = useSignOut()
  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      loading={busy}
      onClick={() => void run({ reconnects: true }).then(() => resetError(session.store))}
    >
      {t(($) => $.expired.leave)}
    </Button>
  )
}
