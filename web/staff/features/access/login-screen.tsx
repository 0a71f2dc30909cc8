import { Alert, Anchor, Button, Stack, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#web/staff/ui/password-field.tsx'
import { useZodForm } from '#web/staff/ui/use-zod-form.ts'
import { useState } from 'react'
import { signInForm } from './access-forms.ts'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { signInProblem } from './sign-in-problem.ts'
import { ssoProblems, type SsoProblem } from './sso-problem.ts'
import { useSignIn } from './use-sign-in.ts'

/** Sign-in by password, or with the organisation (AUTH-01, AUTH-11 to AUTH-13). */
export function LoginScreen({ onSignedIn, sso }: { readonly onSignedIn: () => unknown; readonly sso?: SsoProblem }) {
  const { t, i18n } = useTranslation('access')
  const signIn = useSignIn()
  const [withOrganization, setWithOrganization] = useState(false)
  const { field, submit, form } = useZodForm(signInForm, { email: '', password: '' })
  const sending = useMutation({ mutationFn: signIn, onSuccess: onSignedIn, onError: () => undefined })
  if (withOrganization) return <OrganizationSignIn onBack={() => setWithOrganization(false)} />
  return (
    <form onSubmit={submit((values) => sending.mutate(values))} noValidate aria-labelledby="login-title">
      <Stack gap="md">
        <Title order={1} size="h2" id="login-title">
          {t(($) => $.login.title)}
        </Title>
        {sso && !sending.error ? (
          <Alert color="red" role="alert">
            {t(($) => $.sso[ssoProblems[sso]])}
          </Alert>
        ) : null}
        {sending.error ? (
          <Alert color="red" role="alert">
            {signInProblem(sending.error, t, i18n)}
          </Alert>
        ) : null}
        <TextInput
          key={form.key('email')}
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          label={t(($) => $.field.email)}
          withAsterisk
          size="lg"
        />
        <PasswordField
          key={form.key('password')}
          {...field('password')}
          autoComplete="current-password"
          label={t(($) => $.field.password)}
          withAsterisk
          size="lg"
        />
        <Button type="submit" size="lg" fullWidth loading={sending.isPending || sending.isSuccess}>
          {t(($) => $.login.submit)}
        </Button>
        <Button type="button" variant="default" size="lg" fullWidth onClick={() => setWithOrganization(true)}>
          {t(($) => $.login.withOrganization)}
        </Button>
        <Anchor component={Link} to="/lostPassword" ta="center" underline="always" py={4}>
          {t(($) => $.login.lostPassword)}
        </Anchor>
      </Stack>
    </form>
  )
}
