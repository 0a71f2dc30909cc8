import { Text, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '#web/lib/error-text.ts'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'
import type { CheckPassword } from './use-check-password.ts'

interface Props {
  readonly keyOf: (path: 'password' | 'repeated') => string
  readonly field: (path: 'password' | 'repeated') => PasswordInputProps
  readonly size: 'md' | 'lg'
  readonly checkPassword: CheckPassword
  /** The e-mail as it is typed beside; absent where it is known. */
  readonly email?: () => string
}

/** A new password, twice (AUTH-23); what it still lacks is said while it is typed. */
export function NewPasswordFields({ keyOf, field, size, checkPassword, email }: Props) {
  const { t, i18n } = useTranslation('access')
  const [typed, setTyped] = useState('')
  const { onChange, ...password } = field('password')
  const lacks = typed === '' || password.error ? null : checkPassword(typed, email?.())
  return (
    <>
      <PasswordField
        key={keyOf('password')}
        {...password}
        onChange={(event) => {
          onChange?.(event)
          setTyped(event.currentTarget.value)
        }}
        autoComplete="new-password"
        label={t(($) => $.field.newPassword)}
        withAsterisk
        size={size}
      />
      <Text size="sm" c="dimmed" role="status" mt={-8} hidden={lacks === null}>
        {lacks === null ? '' : codeText(i18n, lacks)}
      </Text>
      <PasswordField
        key={keyOf('repeated')}
        {...field('repeated')}
        autoComplete="new-password"
        label={t(($) => $.field.repeatedPassword)}
        withAsterisk
        size={size}
      />
    </>
  )
}
