import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHttp } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { paymentModeQuery } from './circuit-calls.ts'
import { PaymentModeForm } from './payment-mode-form.tsx'

/** `/paymentMode/{id}/edit` (CIRC-18, CIRC-21 to CIRC-29). */
export function PaymentModeFormPage({ id }: { readonly id: string }) {
  const { t } = useTranslation('circuit')
  const mode = useQuery(paymentModeQuery(useHttp(), id))
  return (
    <Page
      title={mode.data?.label ?? t(($) => $.mode.one)}
      icon={IconCreditCard}
      crumbs={[{ title: t(($) => $.mode.title), to: '/paymentModes' }]}
    >
      {mode.data !== undefined ? (
        <PaymentModeForm key={id} mode={mode.data} onReload={async () => (await mode.refetch()).data} />
      ) : (
        <QueryPlaceholder error={mode.error} missing={t(($) => $.mode.notFound)} onRetry={() => void mode.refetch()} />
      )}
    </Page>
  )
}
