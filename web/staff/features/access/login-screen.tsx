import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHttp, useUser } from '#web/lib/platform.tsx'
import { dismissedAtom } from '#web/lib/session.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import type { PinHolder } from '#web/local/device/offline-pin.ts'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { signInForm } from './access-forms.ts'
import { asksForCode, CodeField, typedCode } from './code-field.tsx'
import { pinHolders } from './device-door.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { emailOfSsoHash } from './sso-login.ts'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { PinSignIn } from './pin-sign-in.tsx'
import { knowsPasskeys, showPasskey } from './show-passkey.ts'
import { signInProblem } from './sign-in-problem.ts'
import { useSignIn, type Credentials } from './use-sign-in.ts'

/** Sign-in by password, with the organisation (AUTH-01, AUTH-11 to AUTH-13), or by a PIN without a network. */
export function LoginScreen(props: {
  /** The address that the user opened before the sign-in. */
  readonly from?: string
  readonly onSignedIn: () => unknown
}) {
  const { from, onSignedIn } = props
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const signIn = useSignIn()
  const [dismissed, setDismissed] = useAtom(dismissedAtom)
  const [begun] = useState(() => emailOfSsoHash(window.location.hash))
  const [withOrganization, setWithOrganization] = useState(begun !== null)
  const { field, submit, form } = useZodForm(signInForm, { email: '', password: '', code: '' })
  const [asksCode, setAsksCode] = useState(false)
  const holders = usePinHolders()
  const [byPin, setByPin] = useState(false)
  const sending = useSingleMutation({
    mutationFn: async (proof: Credentials | 'passkey') =>
      signIn(proof === 'passkey' ? { passkey: await showPasskey(http) } : proof),
    onSuccess: onSignedIn,
    onError: (error) => setAsksCode((asked) => asked || asksForCode(error)),
  })
  if (withOrganization)
    return <OrganizationSignIn from={from} email={begun ?? ''} onBack={() => setWithOrganization(false)} />
  if (byPin && holders.length > 0)
    return <PinSignIn holders={holders} onSignedIn={onSignedIn} onBack={() => setByPin(false)} />
  return (
    <AuthForm
      title={t(($) => $.login.title)}
      problem={
        sending.error
          ? signInProblem(sending.error, t, i18n)
          : dismissed === null
            ? null
            : t(($) => $.login.dismissed[dismissed])
      }
      submitLabel={t(($) => $.login.submit)}
      sending={sending.isPending || sending.isSuccess}
      onSubmit={submit((values) => {
        setDismissed(null)
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
                setDismissed(null)
                sending.mutate('passkey')
              }}
            >
              {t(($) => $.passkeys.signIn)}
            </Button>
          ) : null}
          <Button type="button" variant="default" size="lg" fullWidth onClick={() => setWithOrganization(true)}>
            {t(($) => $.login.withOrganization)}
          </Button>
          {holders.length > 0 ? (
            <Button type="button" variant="default" size="lg" fullWidth onClick={() => setByPin(true)}>
              {t(($) => $.pin.offer)}
            </Button>
          ) : null}
          <AnchorLink to="/lostPassword" ta="center" underline="always" py={4}>
            {t(($) => $.login.lostPassword)}
          </AnchorLink>
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
    </AuthForm>
  )
}

/** Whose PIN opens this device; a user who only signs in again needs none. */
function usePinHolders(): readonly PinHolder[] {
  const isSignedIn = useUser() !== null
  const { data = [] } = useQuery({
    queryKey: ['access', 'pin-holders'],
    queryFn: pinHolders,
    enabled: !isSignedIn,
    staleTime: 0,
    gcTime: 0,
  })
  return isSignedIn ? [] : data
}
