import type { PasswordInputProps } from '@mantine/core'
import { pinLength } from '#domain/access/offline-pin.ts'
import { PasswordField } from '#web/staff/ui/form/password-field.tsx'

/** The digits of a PIN, by number pad, keyboard or a scanner that types. */
export function PinField(props: PasswordInputProps) {
  return (
    <PasswordField
      {...props}
      inputMode="numeric"
      autoComplete="off"
      maxLength={pinLength.most}
      withAsterisk
      size="lg"
      // No manager of passwords keeps it: it belongs to this device alone.
      data-1p-ignore
      data-lpignore="true"
    />
  )
}
