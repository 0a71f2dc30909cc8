import { Alert, Anchor, Button, Group, Skeleton, Title } from '@mantine/core'
import { IconArrowBackUp, IconExternalLink, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orderLabelCall, type DeliveryParcelAnswer } from '#sync/calls/delivery.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { isUnreachable } from '#web/lib/http.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { ErrorState } from '#web/staff/ui/states.tsx'
import facts from '#web/staff/ui/facts.module.css'
import { deliveryKey, deliveryQuery } from './delivery-calls.ts'
import { EventDialog, type EnteredStatus } from './event-dialog.tsx'
import { EventTimeline } from './event-timeline.tsx'
import { LabelStateBadge } from './label-state-badge.tsx'
import classes from './delivery.module.css'

/** The parcels of a buyback's product: labels, tracking, what carriers told, and what a person may enter. */
export function DeliveryBlock(props: { readonly buybackId: string; readonly onChanged: () => void }) {
  const { t } = useTranslation('delivery')
  const found = useQuery(deliveryQuery(useHttp(), props.buybackId))
  const parcels = found.data?.parcels
  return (
    <section className={facts.block} aria-label={t(($) => $.block.title)}>
      <div className={facts.head}>
        <Title order={2} size="h4">
          {t(($) => $.block.title)}
        </Title>
      </div>
      {parcels === undefined ? (
        found.isError ? (
          <ErrorState
            onRetry={() => void found.refetch()}
            {...(isUnreachable(found.error) ? { text: t(($) => $.block.offline) } : {})}
          />
        ) : (
          <Skeleton height={120} radius="md" />
        )
      ) : parcels.length === 0 ? (
        <p className={facts.soft}>{t(($) => $.block.none)}</p>
      ) : (
        <Parcels {...props} parcels={parcels} />
      )}
    </section>
  )
}

function Parcels(props: {
  readonly buybackId: string
  readonly parcels: readonly DeliveryParcelAnswer[]
  readonly onChanged: () => void
}) {
  const { t } = useTranslation('delivery')
  const queries = useQueryClient()
  const mayWrite = useCan('delivery.write')
  const [entering, setEntering] = useState<EnteredStatus | null>(null)
  const [current] = props.parcels
  const changed = async (): Promise<void> => {
    setEntering(null)
    await queries.invalidateQueries({ queryKey: deliveryKey })
    props.onChanged()
  }
  return (
    <div className={classes.stack}>
      {props.parcels.map((parcel) => (
        <Parcel key={`${parcel.kind} ${parcel.trackingNumber ?? parcel.id ?? ''}`} parcel={parcel}>
          {parcel === current && parcel.state === 'failed' && mayWrite && (
            <FailedLabel buybackId={props.buybackId} onChanged={() => void changed()} />
          )}
        </Parcel>
      ))}
      {mayWrite && current !== undefined && (
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setEntering('DELIVERY_PICKED_UP')}
          >
            {t(($) => $.event.add)}
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            onClick={() => setEntering('DELIVERY_RETURNED')}
          >
            {t(($) => $.event.back)}
          </Button>
        </Group>
      )}
      {entering !== null && current !== undefined && (
        <EventDialog
          buybackId={props.buybackId}
          first={entering}
          count={current.count}
          onClose={() => setEntering(null)}
          onDone={() => void changed()}
        />
      )}
    </div>
  )
}

function Parcel({ parcel, children }: { readonly parcel: DeliveryParcelAnswer; readonly children: ReactNode }) {
  const { t } = useTranslation('delivery')
  const { kind, state, trackingNumber, trackingUrl, packageNumber, count } = parcel
  return (
    <article className={classes.parcel} data-current={parcel.isCurrent || undefined}>
      <div className={facts.head}>
        <h3 className={classes.name}>{t(($) => $.kind[kind])}</h3>
        <LabelStateBadge state={state} />
      </div>
      <dl className={facts.list}>
        <div>
          <dt>{t(($) => $.block.carrier)}</dt>
          <dd>{state === 'program' ? t(($) => $.block.own) : parcel.carrierName}</dd>
        </div>
        <div>
          <dt>{t(($) => $.block.number)}</dt>
          <dd>
            {trackingNumber === null ? (
              <span className={facts.soft}>{t(($) => $.block.noNumber)}</span>
            ) : (
              <CodeText code={trackingNumber} />
            )}
          </dd>
        </div>
        {packageNumber !== null && (
          <div>
            <dt>{t(($) => $.block.package)}</dt>
            <dd>
              <CodeText code={packageNumber} /> · {t(($) => $.block.count, { count })}
            </dd>
          </div>
        )}
      </dl>
      {trackingUrl !== null && (
        <Anchor href={trackingUrl} target="_blank" rel="noopener noreferrer" underline="always">
          {t(($) => $.block.follow)} <IconExternalLink size={16} aria-hidden />
        </Anchor>
      )}
      {parcel.failure !== null && (
        <p className={classes.failure}>{t(($) => $.block.failure, { reason: parcel.failure ?? '' })}</p>
      )}
      {children}
      <EventTimeline events={parcel.events} />
    </article>
  )
}

/** What may be done where the carrier has refused the label for good. */
function FailedLabel({ buybackId, onChanged }: { readonly buybackId: string; readonly onChanged: () => void }) {
  const { t, i18n } = useTranslation('delivery')
  const http = useHttp()
  const order = useSingleMutation({
    mutationFn: (by: 'carrier' | 'program') => http(orderLabelCall, { params: { id: buybackId }, body: { by } }),
    onSettled: onChanged,
    // The block says why itself.
    onError: () => undefined,
  })
  return (
    <div className={classes.stack}>
      {order.isError && (
        <Alert color="red" role="alert">
          {isUnreachable(order.error)
            ? t(($) => $.block.offline)
            : (callErrorText(i18n, order.error) ?? t(($) => $.event.failed))}
        </Alert>
      )}
      <Group gap="sm">
        <Button
          leftSection={<IconRefresh size={20} aria-hidden />}
          loading={order.isPending}
          onClick={() => order.mutate('carrier')}
        >
          {t(($) => $.label.again)}
        </Button>
        <Button variant="default" disabled={order.isPending} onClick={() => order.mutate('program')}>
          {t(($) => $.label.here)}
        </Button>
      </Group>
    </div>
  )
}
