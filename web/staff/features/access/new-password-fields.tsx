import type { PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#web/staff/ui/password-field.tsx'

interface Props {
  readonly keyOf: (path: 'password' | 'repeated') => string
  readonly field: (path: 'password' | 'repeated') => PasswordInputProps
  readonly size: 'md' | 'lg'
}

/** A new password, twice (AUTH-23). */
export function NewPasswordFields({ keyOf, field, size }: Props) {
  const { t } = useTranslation('access')
  return (
    <>
      <PasswordField
        key={keyOf('password')}
        {...field('password')}
        autoComplete="new-password"
        label={t(($) => $.field.newPassword)}
        withAsterisk
        size={size}
      />
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
