import { Button, Radio, Stack } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { PinHolder } from '#web/local/device/offline-pin.ts'
import { useZodForm } from '#web/staff/ui/form/use-zod-form.ts'
import { pinForm } from './access-forms.ts'
import { AuthForm } from './auth-form.tsx'
import { PinField } from './pin-field.tsx'
import { usePinSignIn, type PinOutcome } from './use-pin-sign-in.ts'

/** Sign-in by the PIN of this device, while no network reaches the server. */
export function PinSignIn(props: {
  readonly holders: readonly PinHolder[]
  readonly onSignedIn: () => unknown
  readonly onBack: () => void
}) {
  const { holders, onSignedIn, onBack } = props
  const { t } = useTranslation('access')
  const format = useFormat()
  const signIn = usePinSignIn()
  const [chosen, setChosen] = useState(holders[0]?.userId ?? '')
  const { field, submit, form } = useZodForm(pinForm, { pin: '' })
  const sending = useSingleMutation({
    mutationFn: ({ pin }: { readonly pin: string }) => signIn(chosen, pin),
    onSuccess: ({ kind }) => {
      form.setFieldValue('pin', '')
      if (kind === 'open') onSignedIn()
    },
    gcTime: 0,
  })
  const isOpen = sending.data?.kind === 'open'
  return (
    <AuthForm
      title={t(($) => $.pin.signInTitle)}
      text={t(($) => $.pin.signInText)}
      problem={sending.isPending || sending.data === undefined ? null : problemOf(sending.data, t, format.duration)}
      submitLabel={t(($) => $.pin.signIn)}
      sending={sending.isPending || isOpen}
      onSubmit={submit((values) => sending.mutate(values), sending)}
      otherWays={
        <Button type="button" variant="default" size="lg" fullWidth onClick={onBack}>
          {t(($) => $.pin.back)}
        </Button>
      }
    >
      {holders.length > 1 ? (
        <Radio.Group label={t(($) => $.pin.who)} value={chosen} onChange={setChosen} size="lg">
          <Stack gap="sm" mt="xs">
            {holders.map(({ userId, label }) => (
              <Radio key={userId} value={userId} label={label} size="lg" />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
      <PinField
        key={form.key('pin')}
        {...field('pin')}
        label={holders.length === 1 ? t(($) => $.pin.fieldOf, { name: holders[0]!.label }) : t(($) => $.pin.field)}
        autoFocus
      />
    </AuthForm>
  )
}

function problemOf(
  outcome: PinOutcome,
  t: TFunction<'access'>,
  duration: (milliseconds: number) => string,
): string | null {
  switch (outcome.kind) {
    case 'open':
      return null
    case 'online':
      return t(($) => $.pin.online)
    case 'gone':
      return t(($) => $.pin.gone)
    case 'wiped':
      return t(($) => $.pin.wiped)
    case 'waits':
      return t(($) => $.pin.waits, { wait: duration(outcome.waitMs) })
    case 'wrong': {
      const wrong = t(($) => $.pin.wrong, { count: outcome.left })
      return outcome.waitMs === 0 ? wrong : `${wrong} ${t(($) => $.pin.waits, { wait: duration(outcome.waitMs) })}`
    }
  }
}
