import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { renewPasswordCall } from '#sync/calls/access.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { emailForm } from './access-forms.ts'
import { BackToLogin, AuthForm, EmailField } from './auth-form.tsx'

/** Asks for a link that sets a new password (AUTH-14, AUTH-16). */
export function LostPasswordScreen() {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const { field, submit, form } = useZodForm(emailForm, { email: '' })
  const asking = useSingleMutation({
    mutationFn: (values: { readonly email: string }) => http(renewPasswordCall, { body: values }),
    onError: () => undefined,
  })
  // The server answers by the domain alone, of which some users may have a password: those are sent their link.
  const problem = (error: Error): string =>
    error instanceof CallError && error.code === 'ACCESS_SSO_PASSWORD_MANAGED'
      ? t(($) => $.lost.sso)
      : (callErrorText(i18n, error) ?? t(($) => $.lost.failed))
  if (asking.isSuccess) {
    return (
      <Stack gap="md" role="status">
        <PageHeading title={t(($) => $.lost.sentTitle)} />
        <Text>{t(($) => $.lost.sentText)}</Text>
        <BackToLogin />
      </Stack>
    )
  }
  return (
    <AuthForm
      title={t(($) => $.lost.title)}
      text={t(($) => $.lost.text)}
      problem={asking.error && problem(asking.error)}
      submitLabel={t(($) => $.lost.submit)}
      sending={asking.isPending}
      onSubmit={submit((values) => asking.mutate(values), asking)}
      otherWays={<BackToLogin />}
    >
      <EmailField key={form.key('email')} {...field('email')} />
    </AuthForm>
  )
}
