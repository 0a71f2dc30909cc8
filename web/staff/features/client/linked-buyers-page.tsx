import { Alert } from '@mantine/core'
import { IconBuildings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientLinks, LinkedClient } from '#sync/calls/client.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { linksQuery } from './client-calls.ts'
import { AddBuyer } from './add-buyer.tsx'
import { LinkSection } from './link-section.tsx'
import { useLinkClient } from './use-link-client.ts'
import classes from './client.module.css'

/** `/account/{accountId}/linked-buyers` (ORG-13): the buyers of a retailer, and the retailers of a buyer. */
export function LinkedBuyersPage({ accountId }: { readonly accountId: string }) {
  const { t, i18n } = useTranslation('client')
  const found = useQuery(linksQuery(useHttp(), accountId))
  const links = found.data
  const title = links === undefined ? t(($) => $.linked.title) : t(($) => $.linked.of, { name: links.name })
  const text = callErrorText(i18n, found.error)
  return (
    <Page title={title} icon={IconBuildings} crumbs={[{ title: t(($) => $.title), to: '/clients' }]}>
      {links !== undefined ? (
        <Links links={links} />
      ) : found.error !== null ? (
        <ErrorState {...(text === null ? {} : { text })} onRetry={() => void found.refetch()} />
      ) : (
        <RowsSkeleton rows={3} height={64} />
      )}
    </Page>
  )
}

function Links({ links }: { readonly links: ClientLinks }) {
  const { t, i18n } = useTranslation('client')
  const mayUpdate = useCan('client.update')
  const [modal, setModal] = useState<ModalData | null>(null)
  const linking = useLinkClient(links.id)
  const change = (side: 'buyer' | 'retailer', { accountId, name, status }: LinkedClient): void => {
    const sides =
      side === 'buyer' ? { retailerId: links.id, buyerId: accountId } : { retailerId: accountId, buyerId: links.id }
    if (status === 'inactive') return linking.mutate({ ...sides, status: 'active', name })
    setModal({
      title: t(($) => $.linked.restTitle, { name }),
      content: t(($) => $.linked.restText),
      confirmLabel: t(($) => $.linked.rest),
      destructive: true,
      confirm: () => linking.mutate({ ...sides, status: 'inactive', name }),
    })
  }
  const { said } = linking
  const shared = { mayChange: mayUpdate, pendingId: linking.pendingId }
  return (
    <div className={classes.sections}>
      {linking.error !== null && (
        <Alert color="red" role="alert">
          {callErrorText(i18n, linking.error) ?? t(($) => $.linked.failed)}
        </Alert>
      )}
      <p className="visually-hidden" role="status">
        {said !== null && t(($) => $.linked.said, { name: said.name, state: t(($) => $.status[said.status]) })}
      </p>
      {(links.isRetailer || links.buyers.length > 0) && (
        <LinkSection
          {...shared}
          title={t(($) => $.linked.buyers)}
          text={t(($) => $.linked.buyersText)}
          empty={t(($) => $.linked.noBuyers)}
          rows={links.buyers}
          onChange={(row) => change('buyer', row)}
        >
          {mayUpdate && links.isRetailer && (
            <AddBuyer
              links={links}
              isPending={linking.isPending}
              onAdd={(buyerId, name) => linking.mutate({ retailerId: links.id, buyerId, status: 'active', name })}
            />
          )}
        </LinkSection>
      )}
      {(links.isBuyerAndWorkshopsSupervisor || links.retailers.length > 0) && (
        <LinkSection
          {...shared}
          title={t(($) => $.linked.retailers)}
          text={t(($) => $.linked.retailersText)}
          empty={t(($) => $.linked.noRetailers)}
          rows={links.retailers}
          onChange={(row) => change('retailer', row)}
        />
      )}
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </div>
  )
}
