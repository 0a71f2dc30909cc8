import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { renewPasswordCall } from '#sync/calls/access.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useZodForm } from '#web/staff/ui/use-zod-form.ts'
import { emailForm } from './access-forms.ts'

/** Asks for a link that sets a new password (AUTH-14, AUTH-16). */
export function LostPasswordScreen() {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const { field, submit, form } = useZodForm(emailForm, { email: '' })
  const asking = useMutation({
    mutationFn: (values: { readonly email: string }) => http(renewPasswordCall, { body: values }),
    onError: () => undefined,
  })
  if (asking.isSuccess) {
    return (
      <Stack gap="md" role="status">
        <Title order={1} size="h2">
          {t(($) => $.lost.sentTitle)}
        </Title>
        <Text>{t(($) => $.lost.sentText)}</Text>
        <BackToLogin />
      </Stack>
    )
  }
  return (
    <form onSubmit={submit((values) => asking.mutate(values))} noValidate>
      <Stack gap="md">
        <Title order={1} size="h2">
          {t(($) => $.lost.title)}
        </Title>
        <Text c="dimmed">{t(($) => $.lost.text)}</Text>
        {asking.error ? (
          <Alert color="red" role="alert">
            {callErrorText(i18n, asking.error) ?? t(($) => $.lost.failed)}
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
        <Button type="submit" size="lg" fullWidth loading={asking.isPending}>
          {t(($) => $.lost.submit)}
        </Button>
        <BackToLogin />
      </Stack>
    </form>
  )
}

/** The way back to the sign-in. */
export function BackToLogin() {
  const { t } = useTranslation('access')
  return (
    <Anchor component={Link} to="/login" ta="center" underline="always" py={4}>
      {t(($) => $.backToLogin)}
    </Anchor>
  )
}
