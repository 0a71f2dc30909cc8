import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHttp } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { circuitOptionsQuery, circuitQuery } from './circuit-calls.ts'
import { CircuitForm } from './circuit-form.tsx'

/** `/circuit/{id}/edit` (CIRC-02, CIRC-04 to CIRC-13). */
export function CircuitFormPage({ id }: { readonly id: string }) {
  // The form's words come with the page's: a page that waits for some would go and come back.
  const { t } = useTranslation(['circuit', 'buyback'])
  const http = useHttp()
  const circuit = useQuery(circuitQuery(http, id))
  const options = useQuery(circuitOptionsQuery(http))
  return (
    <Page
      title={circuit.data?.name ?? t(($) => $.form.title)}
      icon={IconRoute}
      crumbs={[{ title: t(($) => $.list.title), to: '/circuits' }]}
    >
      {circuit.data !== undefined && options.data !== undefined ? (
        <CircuitForm
          key={id}
          circuit={circuit.data}
          options={options.data}
          onReload={async () => (await circuit.refetch()).data}
        />
      ) : (
        <QueryPlaceholder
          error={circuit.error ?? options.error}
          missing={t(($) => $.form.notFound)}
          onRetry={() => void Promise.all([circuit.refetch(), options.refetch()])}
        />
      )}
    </Page>
  )
}
