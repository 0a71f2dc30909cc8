import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readPasswordLinkCall, setPasswordCall } from '#sync/calls/access.ts'
import { codeText, callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { newPasswordForm } from './access-forms.ts'
import { BackToLogin, AuthForm, Problem } from './auth-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useCheckPassword } from './use-check-password.ts'

/** Sets the password of a renewal link (AUTH-20 to AUTH-24). */
export function NewPasswordScreen({ token }: { readonly token: string | null }) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const navigate = useNavigate()
  const link = useQuery({
    queryKey: ['access', 'password-link', token],
    queryFn: ({ signal }) => http(readPasswordLinkCall, { params: { token: token ?? '' }, signal }),
    enabled: token !== null,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const checkPassword = useCheckPassword({ email: link.data?.email ?? '', accountName: link.data?.accountName ?? null })
  const { field, submit, form } = useZodForm(newPasswordForm(checkPassword), { password: '', repeated: '' })
  const setting = useSingleMutation({
    mutationFn: (password: string) => http(setPasswordCall, { params: { token: token ?? '' }, body: { password } }),
    onSuccess: () => navigate({ to: '/password/confirmation', replace: true }),
    onError: () => undefined,
  })
  if (token === null) {
    return (
      <Stack gap="md">
        <PageHeading title={t(($) => $.renew.title)} />
        <Problem text={codeText(i18n, 'ACCESS_PASSWORD_LINK_INVALID') ?? t(($) => $.renew.invalid)} />
        <BackToLogin />
      </Stack>
    )
  }
  return (
    <AuthForm
      title={t(($) => $.renew.title)}
      text={t(($) => $.renew.rule)}
      problem={setting.error && (callErrorText(i18n, setting.error) ?? t(($) => $.renew.failed))}
      submitLabel={t(($) => $.renew.submit)}
      sending={setting.isPending}
      onSubmit={submit(({ password }) => setting.mutate(password), setting)}
    >
      <NewPasswordFields keyOf={form.key} field={field} size="lg" checkPassword={checkPassword} />
    </AuthForm>
  )
}
