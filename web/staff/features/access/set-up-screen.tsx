import { Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLanguage, languages } from '#domain/kernel/languages.ts'
import { finishSetUpCall, readSetUpLinkCall } from '#sync/calls/set-up.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { keptDraft } from '#web/staff/ui/form/kept-draft.ts'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { setUpForm, keptSetUpSchema, type SetUpValues } from './access-forms.ts'
import { deviceId, keepGrants } from './device-door.ts'
import { BackToLogin, AuthForm, EmailField, Problem } from './auth-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useCheckPassword } from './use-check-password.ts'

const kept = keptDraft('set-up', keptSetUpSchema)

/** Makes the first administrator of an installation, by the link that its start has printed. */
export function SetUpScreen({ token, onMade }: { readonly token: string; readonly onMade: () => unknown }) {
  const { t, i18n } = useTranslation('access')
  const { http } = usePlatform()
  const link = useQuery({
    queryKey: ['access', 'set-up', token],
    queryFn: ({ signal }) => http(readSetUpLinkCall, { params: { token }, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // What is typed stays while a second tab makes the administrator; sending says so.
    refetchOnWindowFocus: false,
  })
  if (link.isSuccess) return <SetUpForm token={token} onMade={onMade} />
  return (
    <Stack gap="md">
      <PageHeading title={t(($) => $.setUp.title)} />
      {link.isError ? (
        <>
          <Problem text={callErrorText(i18n, link.error) ?? t(($) => $.setUp.failed)} />
          <BackToLogin />
        </>
      ) : (
        <Skeleton height={56} role="status" aria-label={t(($) => $.setUp.checking)} />
      )}
    </Stack>
  )
}

function SetUpForm({ token, onMade }: { readonly token: string; readonly onMade: () => unknown }) {
  const { t, i18n } = useTranslation('access')
  const { http, queries, session } = usePlatform()
  // The language that was chosen at the door is the administrator's.
  const language = languages.find((one) => one === i18n.language) ?? defaultLanguage
  const [began] = useState(() => ({
    ...(kept.read() ?? { email: '', firstname: '', lastname: '' }),
    password: '',
    repeated: '',
  }))
  const checkPassword = useCheckPassword({ email: '', accountName: null })
  const { field, submit, form } = useZodForm(setUpForm(checkPassword), began, kept.keep)
  const making = useSingleMutation({
    mutationFn: async ({ repeated: _repeated, ...person }: SetUpValues) => {
      const device = await deviceId()
      const body = { ...person, language, ...(device && { deviceId: device }) }
      const user = await http(finishSetUpCall, { params: { token }, body })
      await keepGrants(user)
      queries.clear()
      session.keep(user, new Date())
    },
    onSuccess: () => {
      kept.forget()
      return onMade()
    },
    onError: () => undefined,
  })
  return (
    <AuthForm
      title={t(($) => $.setUp.title)}
      text={t(($) => $.setUp.text, { rule: inSentence(t(($) => $.renew.rule)) })}
      problem={making.error && (callErrorText(i18n, making.error) ?? t(($) => $.setUp.failed))}
      submitLabel={t(($) => $.setUp.submit)}
      sending={making.isPending || making.isSuccess}
      onSubmit={submit((values) => making.mutate(values))}
    >
      <EmailField key={form.key('email')} {...field('email')} />
      <TextInput
        key={form.key('firstname')}
        {...field('firstname')}
        autoComplete="given-name"
        label={t(($) => $.setUp.firstname)}
        withAsterisk
        size="lg"
      />
      <TextInput
        key={form.key('lastname')}
        {...field('lastname')}
        autoComplete="family-name"
        label={t(($) => $.setUp.lastname)}
        withAsterisk
        size="lg"
      />
      <NewPasswordFields
        keyOf={form.key}
        field={field}
        size="lg"
        checkPassword={checkPassword}
        email={() => form.getValues().email}
      />
    </AuthForm>
  )
}

// The rule follows a colon.
function inSentence(rule: string): string {
  return rule.charAt(0).toLowerCase() + rule.slice(1)
}
