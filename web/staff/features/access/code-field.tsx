import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'

const codeAsked: ReadonlySet<string> = new Set([
  'ACCESS_CODE_REQUIRED',
  'ACCESS_CODE_WRONG',
  // A recovery code stands in for a passkey that is lost, or works elsewhere.
  'ACCESS_PASSKEY_REQUIRED',
  'ACCESS_PASSKEY_ELSEWHERE',
])

/** Whether a sign-in ended for want of something that a code does for: its form asks for one from then on. */
export function asksForCode(error: unknown): boolean {
  return error instanceof CallError && codeAsked.has(error.code)
}

/** Whether a sign-in ended for want of a passkey: the next try brings one. */
export function asksForPasskey(error: unknown): boolean {
  return error instanceof CallError && error.code === 'ACCESS_PASSKEY_REQUIRED'
}

/** What is sent of a code that is typed: nothing where nothing is. */
export function typedCode(code: string): { readonly code?: string } {
  const typed = code.trim()
  return typed === '' ? {} : { code: typed }
}

/** A one-time code of the user's app, or a recovery code. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation('access')
  return (
    <TextInput
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      label={t(($) => $.codes.field)}
      description={t(($) => $.codes.fieldHint)}
    />
  )
}
