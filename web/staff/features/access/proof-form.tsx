import { Button, Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import { Problem } from './auth-form.tsx'
import { NoPasskeyError } from './show-passkey.ts'

const plain = { variant: 'default' }
const destructive = { variant: 'filled', color: 'red' }

/** A form of the account page that asks for the password again before it changes how the user signs in. */
export function ProofForm(props: {
  /** What the form is about. */
  readonly intro?: ReactNode
  readonly error: Error | null
  /** The fields, of which one is the password. */
  readonly children: ReactNode
  readonly submitLabel: string
  readonly isDestructive?: boolean
  readonly sending: boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}) {
  const { t, i18n } = useTranslation('access')
  const problem = (error: Error): string =>
    error instanceof NoPasskeyError
      ? t(($) => $.passkeys.none)
      : (callErrorText(i18n, error) ?? t(($) => $.codes.failed))
  return (
    <form onSubmit={props.onSubmit} noValidate>
      <Stack gap="md">
        {props.intro}
        <Problem text={props.error && problem(props.error)} />
        {props.children}
        <Button
          type="submit"
          {...(props.isDestructive === true ? destructive : plain)}
          loading={props.sending}
          style={{ alignSelf: 'flex-start' }}
        >
          {props.submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

/** The password of the signed-in user, given again. */
export function OwnPasswordField(props: Omit<Parameters<typeof PasswordField>[0], 'label' | 'autoComplete'>) {
  const { t } = useTranslation('access')
  return <PasswordField {...props} autoComplete="current-password" label={t(($) => $.field.password)} withAsterisk />
}
