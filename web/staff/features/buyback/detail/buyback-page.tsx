import { Alert, Skeleton, Tabs, Text } from '@mantine/core'
import { IconRecycle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { nonBreakingCode } from '#web/lib/format.ts'
import { CallError, isUnreachable } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { TabRow } from '#web/staff/ui/tab-row.tsx'
import { buybackQuery } from '../buyback-calls.ts'
import { toneOfBuyback } from '../status-tone.ts'
import { BuybackActions } from './buyback-actions.tsx'
import { buybackTabOf, buybackTabs, type BuybackTab } from './buyback-tabs.ts'
import { DiagnosticTab } from './buyback-diagnostic-tab.tsx'
import { InfoTab } from './buyback-info-tab.tsx'
import classes from './detail.module.css'

/** `/buyback/{id}` (BB-06): one buyback, what became of its parcel, and what may be done with it. */
export function BuybackPage({
  id,
  tab,
  delivery,
}: {
  readonly id: string
  readonly tab: BuybackTab
  readonly delivery: ReactNode
}) {
  const { t } = useTranslation(['buyback', 'common'])
  const { t: ti } = useTranslation('item')
  const found = useQuery(buybackQuery(useHttp(), id))
  const [outcome, setOutcome] = useState<string | null>(null)
  const crumbs = [{ title: t(($) => $.list.title), to: '/buybacks' as const }]
  const buyback = found.data
  if (buyback === undefined) {
    const isUnknown = found.error instanceof CallError && found.error.status === 404
    return (
      <Page title={t(($) => $.detail.titleLoading)} icon={IconRecycle} crumbs={crumbs}>
        {isUnknown ? (
          <EmptyState title={t(($) => $.detail.unknown.title)} text={t(($) => $.detail.unknown.text)} />
        ) : found.isError ? (
          <ErrorState
            onRetry={() => void found.refetch()}
            {...(isUnreachable(found.error) ? { text: t(($) => $.detail.offline) } : {})}
          />
        ) : (
          <Skeleton height={420} radius="md" />
        )}
      </Page>
    )
  }
  const { brand, label } = buyback.product
  return (
    <Page
      title={t(($) => $.detail.title, { code: nonBreakingCode(buyback.identificationNumber) })}
      icon={IconRecycle}
      crumbs={crumbs}
      actions={<BuybackActions buyback={buyback} onDone={setOutcome} />}
    >
      <div className={classes.stack}>
        {outcome === null ? null : (
          <Alert
            color="green"
            role="status"
            withCloseButton
            closeButtonLabel={t(($) => $.action.close, { ns: 'common' })}
            onClose={() => setOutcome(null)}
          >
            {outcome}
          </Alert>
        )}
        <div className={classes.head}>
          <StatusBadge tone={toneOfBuyback[buyback.status]} label={ti(($) => $.buybackStatus[buyback.status])} />
          <Text fw={600} size="lg">
            {productName({ brand, productLabel: label })}
          </Text>
          {buyback.customer === null ? null : (
            <Text>
              {buyback.customer.firstname} {buyback.customer.lastname}
            </Text>
          )}
        </div>
        <BuybackTabs buyback={buyback} tab={tab} delivery={delivery} />
      </div>
    </Page>
  )
}

function BuybackTabs(props: {
  readonly buyback: BuybackAnswer
  readonly tab: BuybackTab
  readonly delivery: ReactNode
}) {
  const { buyback, tab } = props
  const { t } = useTranslation('buyback')
  const navigate = useNavigate()
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => {
        const name = buybackTabOf(next) ?? 'info'
        const search = name === 'info' ? {} : { tab: name }
        void navigate({ to: '.', search, replace: true, resetScroll: false })
      }}
    >
      <TabRow chosen={tab} aria-label={t(($) => $.detail.tabs)}>
        {buybackTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(($) => $.detail.tab[name])}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value={tab} pt="md">
        {tab === 'info' ? <InfoTab buyback={buyback} delivery={props.delivery} /> : <DiagnosticTab buyback={buyback} />}
      </Tabs.Panel>
    </Tabs>
  )
}
