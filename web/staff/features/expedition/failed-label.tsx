import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderPackageLabelCall, readPackageLabelCall } from '#sync/calls/delivery.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { isUnreachable } from '#web/lib/http.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

/** Why the carrier has refused the label of a package, and what a user with the right to it may do here. */
export function FailedLabel({ packageId }: { readonly packageId: string }) {
  const { t, i18n } = useTranslation('expedition')
  const http = useHttp()
  const queries = useQueryClient()
  const mayOrder = useCan('delivery.write')
  const params = { id: packageId }
  const queryKey = ['package-label', packageId]
  const label = useQuery({
    queryKey,
    queryFn: ({ signal }) => http(readPackageLabelCall, { params, signal }),
    retry: false,
    // The panel comes back with the next refusal, of which what was read before says nothing.
    staleTime: 0,
    gcTime: 0,
  })
  const order = useSingleMutation({
    mutationFn: (by: 'carrier' | 'program') => http(orderPackageLabelCall, { params, body: { by } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
    // The panel says why itself.
    onError: () => undefined,
  })
  const failure = label.data?.failure ?? null
  return (
    <>
      {failure !== null && (
        <p className={words.error}>
          {t(($) => $.label.failure, { carrier: label.data?.carrierName ?? '', reason: failure })}
        </p>
      )}
      {mayOrder ? (
        <div className={`${arrange.row} ${styles.prints}`}>
          <FloorAction busy={order.isPending} onClick={() => order.mutate('carrier')}>
            {t(($) => $.label.again)}
          </FloorAction>
          <FloorAction tone="quiet" disabled={order.isPending} onClick={() => order.mutate('program')}>
            {t(($) => $.label.here)}
          </FloorAction>
        </div>
      ) : (
        <p>{t(($) => $.label.toManager)}</p>
      )}
      {order.isError && (
        <p className={words.error} role="alert">
          {isUnreachable(order.error) ? t(($) => $.label.unreachable) : callErrorText(i18n, order.error)}
        </p>
      )}
    </>
  )
}
