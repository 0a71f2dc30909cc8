import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { circuitTypeOf } from '#domain/circuit/shipping-method-type.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { shippingMethodQuery } from './circuit-calls.ts'
import { ShippingMethodForm } from './shipping-method-form.tsx'

/** `/shippingMethod/{id}/edit` (CIRC-17). */
export function ShippingMethodFormPage({ id }: { readonly id: string }) {
  const { t } = useTranslation(['circuit', 'buyback'])
  const method = useQuery(shippingMethodQuery(useHttp(), id))
  const { data } = method
  const name = data && (data.description ?? t(($) => $.circuitType[circuitTypeOf(data.type)], { ns: 'buyback' }))
  return (
    <Page
      title={name ?? t(($) => $.method.one)}
      icon={IconTruck}
      crumbs={[{ title: t(($) => $.transport.title), to: '/shippingMethods' }]}
    >
      {data !== undefined ? (
        <ShippingMethodForm key={id} method={data} onReload={async () => (await method.refetch()).data} />
      ) : (
        <QueryPlaceholder
          error={method.error}
          missing={t(($) => $.method.notFound)}
          onRetry={() => void method.refetch()}
        />
      )}
    </Page>
  )
}
