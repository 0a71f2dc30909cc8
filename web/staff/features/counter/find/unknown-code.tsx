import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A code that led nowhere; perhaps because the server could not be asked. */
export interface UnknownCode {
  readonly code: string
  readonly isAway: boolean
}

/** Says which scanned code was not found, on every screen that looks for products; nothing where all were found. */
export function UnknownCodeAlert({ unknown }: { readonly unknown: UnknownCode | null }) {
  const { t } = useTranslation('counter')
  if (unknown === null) return null
  return (
    <Alert color="orange" variant="light" role="alert" my="md" title={t(($) => $.search.unknownCode)}>
      {unknown.isAway
        ? t(($) => $.search.unknownCodeAway, { code: unknown.code })
        : t(($) => $.search.unknownCodeText, { code: unknown.code })}
    </Alert>
  )
}
