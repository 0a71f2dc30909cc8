import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconDialpad } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allowOfflineCall } from '#sync/calls/own-session.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { initialsOf } from '#web/lib/initials.ts'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { newPinForm } from './access-forms.ts'
import { forgetPin, pinLabel, setPin } from './device-door.ts'
import { Problem } from './auth-form.tsx'
import { PinField } from './pin-field.tsx'

/** Sets the PIN by which its user gets back into this device without a network. */
export function SetPinPage() {
  const { t } = useTranslation('access')
  const { id, offline } = useSignedInUser()
  const queries = useQueryClient()
  const key = ['access', 'pin-label', id]
  const label = useQuery({ queryKey: key, queryFn: () => pinLabel(id), staleTime: 0, gcTime: 0 })
  const removing = useSingleMutation({
    mutationFn: () => forgetPin(id),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  const [told, setTold] = useState<string | null>(null)
  const days = offline?.days ?? 0
  return (
    <Page title={t(($) => $.pin.title)} icon={IconDialpad}>
      <Stack maw={480}>
        {days === 0 ? (
          <Alert color="blue">{t(($) => $.pin.off)}</Alert>
        ) : (
          <>
            <Text>{t(($) => $.pin.text, { count: days })}</Text>
            {told === null ? null : (
              <Alert color="green" role="status">
                {t(($) => $.pin.done, { name: told })}
              </Alert>
            )}
            {typeof label.data === 'string' && told === null ? (
              <Text>{t(($) => $.pin.isSet, { name: label.data })}</Text>
            ) : null}
            <PinForm
              key={told}
              onDone={(name) => {
                setTold(name)
                void queries.invalidateQueries({ queryKey: key })
              }}
            />
            {typeof label.data === 'string' ? (
              <Button
                variant="default"
                size="lg"
                loading={removing.isPending}
                onClick={() => {
                  setTold(null)
                  removing.mutate(undefined)
                }}
              >
                {t(($) => $.pin.remove)}
              </Button>
            ) : null}
          </>
        )}
      </Stack>
    </Page>
  )
}

function PinForm({ onDone }: { readonly onDone: (label: string) => void }) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const { id: userId, accountId, firstname, lastname } = useSignedInUser()
  const { field, submit, form } = useZodForm(newPinForm, { pin: '', repeated: '' })
  const setting = useSingleMutation({
    mutationFn: async ({ pin }: { readonly pin: string }) => {
      const allowed = await http(allowOfflineCall)
      return setPin({ userId, accountId, initials: initialsOf(firstname, lastname), pin, ...allowed })
    },
    onSuccess: onDone,
    onError: () => undefined,
    gcTime: 0,
  })
  return (
    <form onSubmit={submit(({ pin }) => setting.mutate({ pin }), setting)} noValidate>
      <Stack gap="md">
        <Problem text={setting.error && (callErrorText(i18n, setting.error) ?? t(($) => $.pin.failed))} />
        <PinField key={form.key('pin')} {...field('pin')} label={t(($) => $.pin.new)} />
        <PinField key={form.key('repeated')} {...field('repeated')} label={t(($) => $.pin.again)} />
        <Button type="submit" size="lg" loading={setting.isPending}>
          {t(($) => $.pin.submit)}
        </Button>
      </Stack>
    </form>
  )
}
