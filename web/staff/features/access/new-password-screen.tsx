import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setPasswordCall } from '#sync/calls/access.ts'
import { codeText, callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { useZodForm } from '#web/staff/ui/use-zod-form.ts'
import { newPasswordForm } from './access-forms.ts'
import { BackToLogin, DoorForm, Problem } from './door-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/** Sets the password of a renewal link (AUTH-20 to AUTH-24). */
export function NewPasswordScreen({ token }: { readonly token: string | null }) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const navigate = useNavigate()
  const { field, submit, form } = useZodForm(newPasswordForm, { password: '', repeated: '' })
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
    <DoorForm
      title={t(($) => $.renew.title)}
      text={t(($) => $.renew.rule)}
      problem={setting.error && (callErrorText(i18n, setting.error) ?? t(($) => $.renew.failed))}
      submitLabel={t(($) => $.renew.submit)}
      sending={setting.isPending}
      onSubmit={submit(({ password }) => setting.mutate(password), setting)}
    >
      <NewPasswordFields keyOf={form.key} field={field} size="lg" />
    </DoorForm>
  )
}
