import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePasswordCall } from '#sync/calls/access.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { changePasswordForm } from './access-forms.ts'
import { CodesSection } from './codes-section.tsx'
import { deviceId, forgetPin } from './device-door.ts'
import { Problem } from './auth-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useCheckPassword } from './use-check-password.ts'

/** Changes the password of the signed-in user (AUTH-21 to AUTH-24). */
export function ChangePasswordScreen() {
  const { t } = useTranslation('access')
  const { forceConnectionBySso } = useSignedInUser()
  const [round, setRound] = useState(0)
  return (
    <Page title={t(($) => $.change.title)} icon={IconKey}>
      {forceConnectionBySso ? (
        <Alert color="blue">{t(($) => $.change.sso)}</Alert>
      ) : (
        <Stack maw={480}>
          {round > 0 ? (
            <Alert color="green" role="status">
              {t(($) => $.change.done)}
            </Alert>
          ) : null}
          <ChangePasswordForm key={round} onDone={() => setRound(round + 1)} />
          <CodesSection />
          <PasskeysSection />
        </Stack>
      )}
      <Stack maw={640}>
        <SessionsSection />
      </Stack>
    </Page>
  )
}

function ChangePasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const { id, email, currentOrganization } = useSignedInUser()
  const checkPassword = useCheckPassword({ email, accountName: currentOrganization?.account.name ?? null })
  const { field, submit, form } = useZodForm(changePasswordForm(checkPassword), {
    current: '',
    password: '',
    repeated: '',
  })
  const changing = useSingleMutation({
    // The grant of the device in hand stays, so that what waits on it still goes.
    mutationFn: async (body: { readonly current: string; readonly password: string }) =>
      http(changePasswordCall, { body: { ...body, deviceId: await deviceId() } }),
    onSuccess: async () => {
      // It was set under the password before.
      await forgetPin(id)
      onDone()
    },
    onError: () => undefined,
  })
  return (
    <form onSubmit={submit(({ current, password }) => changing.mutate({ current, password }), changing)} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t(($) => $.renew.rule)}</Text>
        <Problem text={changing.error && (callErrorText(i18n, changing.error) ?? t(($) => $.change.failed))} />
        <PasswordField
          key={form.key('current')}
          {...field('current')}
          autoComplete="current-password"
          label={t(($) => $.field.currentPassword)}
          withAsterisk
        />
        <NewPasswordFields keyOf={form.key} field={field} size="md" checkPassword={checkPassword} />
        <Button type="submit" loading={changing.isPending} style={{ alignSelf: 'flex-start' }}>
          {t(($) => $.change.submit)}
        </Button>
      </Stack>
    </form>
  )
}
