import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { CallError } from '#web/lib/http.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import styles from './circuit.module.css'

const named = z.object({ name: z.string() })
const statusDetails = z.object({
  categories: z.array(named).default([]),
  circuit: named.optional(),
  circuits: z.array(named).default([]),
})

/** Why nothing was saved, with the categories and the other circuit that stand in the way of a status (CIRC-11 to 13). */
export function CallProblem(props: {
  readonly error: Error | null
  /** What was not done, where the page itself does not say. */
  readonly title?: string
  readonly onReload: () => void
}) {
  const { error, title, onReload } = props
  const { t } = useTranslation('circuit')
  const details = error instanceof CallError ? statusDetails.safeParse(error.details).data : undefined
  const circuits =
    details === undefined ? [] : [...(details.circuit === undefined ? [] : [details.circuit]), ...details.circuits]
  return (
    <SaveError error={error} onReload={onReload} {...(title !== undefined && { title })}>
      {details !== undefined && (
        <ul className={styles.faulty}>
          {circuits.map(({ name }) => (
            <li key={name}>{t(($) => $.form.otherCircuit, { name })}</li>
          ))}
          {details.categories.map(({ name }) => (
            <li key={name}>{t(($) => $.form.category, { name })}</li>
          ))}
        </ul>
      )}
    </SaveError>
  )
}
