import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password with a switch to see it. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('common')
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t(($) => $.field.showPassword) }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
