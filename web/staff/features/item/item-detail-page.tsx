import { Alert, Button, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconArrowsMoveHorizontal, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { useCan, useFormat } from '#web/lib/platform.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/states.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { PrintButton } from '#web/staff/ui/print/print-button.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { TabRow } from '#web/staff/ui/tab-row.tsx'
import { ConformityTab } from './compliance-tab.tsx'
import { DiagnosisTab } from './diagnosis-tab.tsx'
import { EconomyTab } from './economy-tab.tsx'
import { GeneralTab } from './item-general-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { itemTabOf, itemTabs, type ItemTab } from './item-tabs.ts'
import { toneOfItem } from './item-tone.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ReturnLabel } from './return-label.tsx'
import { ServicesTab } from './services-tab.tsx'
import type { ShownItem } from './shown-item.ts'
import type { ItemHistoryView } from '#web/local/copy/item-history-view.ts'
import { useItem } from './use-item.ts'
import { usePackageWithPapers } from './use-package-with-papers.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'

/** `/items-stock/{id}/edit` (STOCK-11 to STOCK-13). */
export function ItemDetailPage({ id, tab }: { readonly id: string; readonly tab: ItemTab }) {
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const state = useItem(id)
  const packageId = usePackageWithPapers(state.face === 'ready' ? state.item.facts.packageId : null)
  const crumbs = [{ title: t(($) => $.detail.back), to: '/items-stock' as const }]
  if (state.face !== 'ready') {
    return (
      <Page title={t(($) => $.detail.title)} crumbs={crumbs}>
        {state.face === 'loading' ? (
          <Skeleton height={320} radius="md" />
        ) : state.face === 'failed' ? (
          <ErrorState onRetry={state.retry} />
        ) : (
          <EmptyState
            title={state.face === 'unknown' ? t(($) => $.detail.unknown.title) : t(($) => $.detail.offline.title)}
            text={state.face === 'unknown' ? t(($) => $.detail.unknown.text) : t(($) => $.detail.offline.text)}
          />
        )}
      </Page>
    )
  }
  const { item, pending, told } = state
  return (
    <Page
      title={productName(item) ?? tw(($) => $.product.unknown)}
      icon={IconDeviceMobile}
      crumbs={crumbs}
      actions={
        <>
          <PrintButton kind="item_label" id={item.id} />
          {item.facts.hasReturnLabel && <ReturnLabel item={item} />}
          {packageId !== null && <PrintButton kind="tracking_sheet" id={packageId} />}
          <MoveButton item={item} />
        </>
      }
    >
      <Stack gap="md">
        <Group gap="md">
          <StatusBadge tone={toneOfItem(item.status)} label={tw(($) => $.itemStatus[item.status])} />
          <CodeText code={item.code} />
          <StockName stockId={item.stockId} />
        </Group>
        {pending > 0 ? (
          <Alert color="blue" variant="light" role="status">
            {t(($) => $.detail.pending, { count: pending })}
          </Alert>
        ) : null}
        {!item.facts.hasReturnLabel && <ReturnLabel item={item} />}
        {tab === 'general' && <ToldNotice told={told} />}
        <ItemTabs item={item} tab={tab} />
      </Stack>
    </Page>
  )
}

/** Says so where comment, circuit and store are not known, or only from before the latest change. */
function ToldNotice({ told: { state, readAtMs } }: { readonly told: ItemHistoryView }) {
  const { t } = useTranslation('item')
  const format = useFormat()
  if (state !== 'missing' && state !== 'changed') return null
  const at = readAtMs === null ? '' : format.dateTime(new Date(readAtMs))
  return (
    <Alert color="blue" variant="light" role="status">
      {state === 'missing' ? t(($) => $.general.missing) : t(($) => $.general.changed, { at })}
    </Alert>
  )
}

function StockName({ stockId }: { readonly stockId: string | null }) {
  const { t } = useTranslation('item')
  const stocks = useStocks()
  return <Text fw={600}>{stocks.nameOf(stockId) ?? (stockId === null ? t(($) => $.list.none) : '')}</Text>
}

function ItemTabs({ item, tab }: { readonly item: ShownItem; readonly tab: ItemTab }) {
  const { t } = useTranslation('item')
  const navigate = useNavigate()
  const panels = {
    general: GeneralTab,
    conformity: ConformityTab,
    diagnosis: DiagnosisTab,
    services: ServicesTab,
    economy: EconomyTab,
    history: HistoryTab,
  } as const
  const Panel = panels[tab]
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => {
        const name = itemTabOf(next) ?? 'general'
        const search = name === 'general' ? {} : { tab: name }
        void navigate({ to: '.', search, replace: true, resetScroll: false })
      }}
    >
      <TabRow chosen={tab}>
        {itemTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(($) => $.tab[name])}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value={tab} pt="md">
        <Panel item={item} />
      </Tabs.Panel>
    </Tabs>
  )
}

function MoveButton({ item }: { readonly item: ShownItem }) {
  const { t } = useTranslation('item')
  const mayMove = useCan('item.move')
  const [open, setOpen] = useState(false)
  if (!mayMove || item.stockId === null) return null
  return (
    <>
      <Button leftSection={<IconArrowsMoveHorizontal size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t(($) => $.move.open)}
      </Button>
      {open && <MoveDialog items={[item]} onClose={() => setOpen(false)} onMoved={() => undefined} />}
    </>
  )
}
