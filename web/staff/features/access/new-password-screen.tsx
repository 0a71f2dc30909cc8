import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setPasswordCall } from '#sync/calls/access.ts'
import { codeText, callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { PasswordField } from '#web/staff/ui/password-field.tsx'
import { useZodForm } from '#web/staff/ui/use-zod-form.ts'
import { newPasswordForm } from './access-forms.ts'
import { BackToLogin } from './lost-password-screen.tsx'

/** Sets the password of a renewal link (AUTH-20 to AUTH-24). */
export function NewPasswordScreen({ token }: { readonly token: string | null }) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const navigate = useNavigate()
  const { field, submit, form } = useZodForm(newPasswordForm, { password: '', repeated: '' })
  const setting = useMutation({
    mutationFn: (password: string) => http(setPasswordCall, { params: { token: token ?? '' }, body: { password } }),
    onSuccess: () => navigate({ to: '/password/confirmation', replace: true }),
    onError: () => undefined,
  })
  if (token === null) {
    return (
      <Stack gap="md">
        <Title order={1} size="h2">
          {t(($) => $.renew.title)}
        </Title>
        <Alert color="red" role="alert">
          {codeText(i18n, 'ACCESS_PASSWORD_LINK_INVALID') ?? t(($) => $.renew.invalid)}
        </Alert>
        <BackToLogin />
      </Stack>
    )
  }
  return (
    <form onSubmit={submit(({ password }) => setting.mutate(password))} noValidate>
      <Stack gap="md">
        <Title order={1} size="h2">
          {t(($) => $.renew.title)}
        </Title>
        <Text c="dimmed">{t(($) => $.renew.rule)}</Text>
        {setting.error ? (
          <Alert color="red" role="alert">
            {callErrorText(i18n, setting.error) ?? t(($) => $.renew.failed)}
          </Alert>
        ) : null}
        <PasswordField
          key={form.key('password')}
          {...field('password')}
          autoComplete="new-password"
          label={t(($) => $.field.newPassword)}
          withAsterisk
          size="lg"
        />
        <PasswordField
          key={form.key('repeated')}
          {...field('repeated')}
          autoComplete="new-password"
          label={t(($) => $.field.repeatedPassword)}
          withAsterisk
          size="lg"
        />
        <Button type="submit" size="lg" fullWidth loading={setting.isPending}>
          {t(($) => $.renew.submit)}
        </Button>
      </Stack>
    </form>
  )
}
