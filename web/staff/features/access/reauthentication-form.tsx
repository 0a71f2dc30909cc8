import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownPasskey } from '#sync/calls/passkey.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { reconnectForm } from './access-forms.ts'
import { asksForCode, asksForPasskey, CodeField, typedCode } from './code-field.tsx'
import { knowsPasskeys, showPasskey } from './show-passkey.ts'
import { signInProblem } from './sign-in-problem.ts'

/** What the user has given once more. */
export type Reauthentication =
  | { readonly password: string; readonly code?: string; readonly passkey?: ShownPasskey }
  | { readonly passkey: ShownPasskey }

/** Asks a user who stays on the page for the password once more, with what a sign-in asks for beside it. */
export function ReauthenticationForm<Sent>(props: {
  readonly user: Pick<StoredUser, 'email'>
  readonly text: string
  readonly submitLabel: string
  readonly send: (given: Reauthentication) => Promise<Sent>
  readonly onDone: (sent: Sent) => unknown
  /** Whether a passkey does alone. */
  readonly takesPasskey?: boolean
  /** Other ways on, below the button. */
  readonly children: ReactNode
}) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const { field, submit, form } = useZodForm(reconnectForm, { password: '', code: '' })
  const [asksCode, setAsksCode] = useState(false)
  const [needsPasskey, setNeedsPasskey] = useState(false)
  const sending = useSingleMutation({
    mutationFn: async (typed: { readonly password: string; readonly code: string } | 'passkey') => {
      if (typed === 'passkey') return props.send({ passkey: await showPasskey(http) })
      const { password, code } = typed
      // A recovery code stands in for a passkey that is lost.
      const passkey = needsPasskey && code.trim() === '' ? { passkey: await showPasskey(http) } : {}
      return props.send({ password, ...typedCode(code), ...passkey })
    },
    onSuccess: props.onDone,
    onError: (error) => {
      setAsksCode((asked) => asked || asksForCode(error))
      setNeedsPasskey((needed) => needed || asksForPasskey(error))
    },
    gcTime: 0,
  })
  return (
    <form onSubmit={submit((values) => sending.mutate(values), sending)} noValidate>
      <Stack gap="md">
        <Text>{props.text}</Text>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {props.user.email}
        </Text>
        {sending.error ? (
          <Alert color="red" role="alert">
            {signInProblem(sending.error, t, i18n)}
          </Alert>
        ) : null}
        <input type="hidden" name="username" autoComplete="username" value={props.user.email} readOnly />
        <PasswordField
          key={form.key('password')}
          {...field('password')}
          autoComplete="current-password"
          label={t(($) => $.field.password)}
          withAsterisk
          size="lg"
          data-autofocus
        />
        {asksCode ? <CodeField key={form.key('code')} {...field('code')} size="lg" autoFocus /> : null}
        <Button type="submit" size="lg" fullWidth loading={sending.isPending}>
          {props.submitLabel}
        </Button>
        {props.takesPasskey === true && knowsPasskeys() ? (
          <Button
            variant="default"
            size="lg"
            fullWidth
            disabled={sending.isPending}
            onClick={() => sending.mutate('passkey')}
          >
            {t(($) => $.passkeys.signIn)}
          </Button>
        ) : null}
        {props.children}
      </Stack>
    </form>
  )
}
