import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { authorizationUrlCall } from '#sync/calls/access.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useZodForm } from '#web/staff/ui/use-zod-form.ts'
import { emailForm } from './access-forms.ts'
import { DoorForm, EmailField } from './door-form.tsx'

/** Sign-in with the organisation: the e-mail's domain says where to go on (AUTH-04, AUTH-13). */
export function OrganizationSignIn({ onBack }: { readonly onBack: () => void }) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const { field, submit, form } = useZodForm(emailForm, { email: '' })
  const asking = useSingleMutation({
    mutationFn: async ({ email }: { readonly email: string }) => {
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
      return http(authorizationUrlCall, { query: { domain } })
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: () => undefined,
  })
  const problem = (error: Error): string => {
    if (error instanceof CallError && error.code === 'ACCESS_SSO_NOT_CONFIGURED') return t(($) => $.sso.noOrganization)
    if (error instanceof CallError && error.failure === 'offline') return callErrorText(i18n, error) ?? ''
    return t(($) => $.sso.failed)
  }
  return (
    <DoorForm
      title={t(($) => $.sso.title)}
      text={t(($) => $.sso.text)}
      problem={asking.error && problem(asking.error)}
      submitLabel={t(($) => $.sso.submit)}
      sending={asking.isPending}
      onSubmit={submit((values) => asking.mutate(values))}
      otherWays={
        <Button type="button" variant="default" size="lg" fullWidth onClick={onBack}>
          {t(($) => $.sso.back)}
        </Button>
      }
    >
      <EmailField key={form.key('email')} {...field('email')} />
    </DoorForm>
  )
}
