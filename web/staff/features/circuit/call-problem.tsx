import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import styles from './circuit.module.css'

const named = z.object({ name: z.string() })
const statusDetails = z.object({ categories: z.array(named), circuit: named.optional() })

/**
 * Why nothing was saved, said aloud, with the way out where there is one: the row as it is now after a conflict, the
 * categories and the other circuit that stand in the way of a status (CIRC-11 to CIRC-13).
 */
export function CallProblem(props: { readonly error: Error | null; readonly onReload: () => void }) {
  const { t, i18n } = useTranslation('circuit')
  const { error, onReload } = props
  if (error === null) return null
  const isStale = error instanceof CallError && error.code === 'REQUEST_VERSION_CONFLICT'
  const details = error instanceof CallError ? statusDetails.safeParse(error.details).data : undefined
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between" gap="sm">
        <span>{callErrorText(i18n, error) ?? t(($) => $.form.failed)}</span>
        {isStale && (
          <Button variant="default" size="xs" onClick={onReload}>
            {t(($) => $.form.reload)}
          </Button>
        )}
      </Group>
      {details !== undefined && (
        <ul className={styles.faulty}>
          {details.circuit !== undefined && <li>{t(($) => $.form.otherCircuit, { name: details.circuit.name })}</li>}
          {details.categories.map(({ name }) => (
            <li key={name}>{t(($) => $.form.category, { name })}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
