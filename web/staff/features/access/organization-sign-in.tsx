import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { authorizationUrlCall } from '#sync/calls/access.ts'
import { domainOf } from '#domain/kernel/email-domain.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { expiredUserAtom } from '#web/lib/session.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { emailForm } from './access-forms.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { addressFor, hasToAsk, startLogin, signInElsewhere } from './sso-login.ts'
import { ssoProblem } from './sso-problem.ts'

/** Sign-in with the organisation: the e-mail's domain says where to go on (AUTH-04, AUTH-13). */
export function OrganizationSignIn(props: {
  readonly from: string | undefined
  /** Of a sign-in begun at another address. */
  readonly email: string
  readonly onBack: () => void
}) {
  const { from, onBack } = props
  const { t, i18n } = useTranslation('access')
  const { http, session, storage } = usePlatform()
  const { field, submit, form } = useZodForm(emailForm, { email: props.email })
  const asking = useSingleMutation({
    mutationFn: async ({ email }: { readonly email: string }) => {
      const { url } = await http(authorizationUrlCall, { query: { domain: domainOf(email) } })
      const way = { email, ...(from !== undefined && { from }) }
      const elsewhere = signInElsewhere(url, window.location.origin, way)
      if (elsewhere !== null) return elsewhere
      const before = session.user() ?? session.store.get(expiredUserAtom)
      const isSame = before?.email.toLowerCase() === email.toLowerCase()
      const state = new URL(url).searchParams.get('state') ?? ''
      const accountId = session.user()?.viewedAccountId
      const place = isSame ? { module: before.module, ...(accountId !== undefined && { accountId }) } : {}
      startLogin(storage, state, { ...way, ...place }, Date.now())
      return addressFor(url, email, hasToAsk(storage, Date.now()))
    },
    onSuccess: (url) => window.location.assign(url),
    onError: () => undefined,
  })
  return (
    <AuthForm
      title={t(($) => $.sso.title)}
      text={t(($) => $.sso.text)}
      problem={asking.error && ssoProblem(asking.error, t, i18n)}
      submitLabel={t(($) => $.sso.submit)}
      sending={asking.isPending}
      onSubmit={submit((values) => asking.mutate(values), asking)}
      otherWays={
        <Button type="button" variant="default" size="lg" fullWidth onClick={onBack}>
          {t(($) => $.sso.back)}
        </Button>
      }
    >
      <EmailField key={form.key('email')} {...field('email')} />
    </AuthForm>
  )
}
