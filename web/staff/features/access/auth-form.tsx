import { Alert, Button, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useId, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '#web/staff/ui/page.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'

interface AuthFormProps {
  readonly title: string
  /** What the form is for, where the title does not say it. */
  readonly text?: string
  /** What went wrong; null while nothing has. */
  readonly problem: ReactNode
  readonly submitLabel: string
  readonly sending: boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** The fields. */
  readonly children: ReactNode
  /** Other ways on, below the button. */
  readonly otherWays?: ReactNode
}

/** A form before the sign-in: one title, its fields and one way on. */
export function AuthForm(props: AuthFormProps) {
  const titleId = useId()
  return (
    <form onSubmit={props.onSubmit} noValidate aria-labelledby={titleId}>
      <Stack gap="md">
        <PageHeading title={props.title} id={titleId} />
        {props.text === undefined ? null : <Text c="dimmed">{props.text}</Text>}
        <Problem text={props.problem} />
        {props.children}
        <Button type="submit" size="lg" fullWidth loading={props.sending}>
          {props.submitLabel}
        </Button>
        {props.otherWays}
      </Stack>
    </form>
  )
}

/** What went wrong, said aloud; nothing while nothing has. */
export function Problem({ text }: { readonly text: ReactNode }) {
  if (text === null) return null
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  )
}

/** The e-mail that a user signs in with. */
export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('access')
  return (
    <TextInput
      {...props}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      label={t(($) => $.field.email)}
      withAsterisk
      size="lg"
    />
  )
}

/** The way back to the sign-in. */
export function BackToLogin() {
  const { t } = useTranslation('access')
  return (
    <AnchorLink to="/login" ta="center" underline="always" py={4}>
      {t(($) => $.backToLogin)}
    </AnchorLink>
  )
}
