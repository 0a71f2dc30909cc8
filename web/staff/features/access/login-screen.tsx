import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHttp } from '#web/lib/platform.tsx'
import { dismissedAtom } from '#web/lib/session.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { signInForm } from './access-forms.ts'
import { asksForCode, CodeField, typedCode } from './code-field.tsx'
import { DoorForm, EmailField } from './door-form.tsx'
import { begunElsewhere } from './open-id-trip.ts'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { knowsPasskeys, showPasskey } from './show-passkey.ts'
import { signInProblem } from './sign-in-problem.ts'
import { useSignIn, type Credentials } from './use-sign-in.ts'

/** Sign-in by password, or with the organisation (AUTH-01, AUTH-11 to AUTH-13). */
export function LoginScreen(props: {
  /** The address that the user opened before the sign-in. */
  readonly from?: string
  readonly onSignedIn: () => unknown
}) {
  const { from, onSignedIn } = props
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const signIn = useSignIn()
  const [wasDismissed, setDismissed] = useAtom(dismissedAtom)
  const [begun] = useState(() => begunElsewhere(window.location.hash))
  const [withOrganization, setWithOrganization] = useState(begun !== null)
  const { field, submit, form } = useZodForm(signInForm, { email: '', password: '', code: '' })
  const [asksCode, setAsksCode] = useState(false)
  const sending = useSingleMutation({
    mutationFn: async (proof: Credentials | 'passkey') =>
      signIn(proof === 'passkey' ? { passkey: await showPasskey(http) } : proof),
    onSuccess: onSignedIn,
    onError: (error) => setAsksCode((asked) => asked || asksForCode(error)),
  })
  if (withOrganization)
    return <OrganizationSignIn from={from} email={begun ?? ''} onBack={() => setWithOrganization(false)} />
  return (
    <DoorForm
      title={t(($) => $.login.title)}
      problem={
        sending.error ? signInProblem(sending.error, t, i18n) : wasDismissed ? t(($) => $.login.dismissed) : null
      }
      submitLabel={t(($) => $.login.submit)}
      sending={sending.isPending || sending.isSuccess}
      onSubmit={submit((values) => {
        setDismissed(false)
        const { code, ...credentials } = values
        sending.mutate({ ...credentials, ...typedCode(code) })
      }, sending)}
      otherWays={
        <>
          {knowsPasskeys() ? (
            <Button
              type="button"
              variant="default"
              size="lg"
              fullWidth
              disabled={sending.isPending}
              onClick={() => {
                setDismissed(false)
                sending.mutate('passkey')
              }}
            >
              {t(($) => $.passkeys.signIn)}
            </Button>
          ) : null}
          <Button type="button" variant="default" size="lg" fullWidth onClick={() => setWithOrganization(true)}>
            {t(($) => $.login.withOrganization)}
          </Button>
          <Anchor component={Link} to="/lostPassword" ta="center" underline="always" py={4}>
            {t(($) => $.login.lostPassword)}
          </Anchor>
        </>
      }
    >
      <EmailField key={form.key('email')} {...field('email')} />
      <PasswordField
        key={form.key('password')}
        {...field('password')}
        autoComplete="current-password"
        label={t(($) => $.field.password)}
        withAsterisk
        size="lg"
      />
      {asksCode ? <CodeField key={form.key('code')} {...field('code')} size="lg" autoFocus /> : null}
    </DoorForm>
  )
}
