import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'

/** Why an action of a list failed, said aloud; nothing while nothing has failed. */
export function CallProblem({ error }: { readonly error: Error | null }) {
  const { t, i18n } = useTranslation('refurb')
  if (error === null) return null
  return (
    <Alert color="red" role="alert">
      {callErrorText(i18n, error) ?? t(($) => $.admin.failed)}
    </Alert>
  )
}
