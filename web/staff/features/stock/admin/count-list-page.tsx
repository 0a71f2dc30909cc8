import { Drawer, Select, Text } from '@mantine/core'
import { IconClipboardList, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { isAdminType } from '#domain/organization/user-type.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { listStockCountsCall, type StockCountAnswer } from '#sync/calls/stock.ts'
import { useCan, useFormat, useSignedInUser } from '#web/lib/platform.tsx'
import { CopyFrame, useOfflineReason } from '#web/staff/ui/copy-frame.tsx'
import { DataList } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { readRows } from '#web/staff/ui/list/list-rows.ts'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Filters, Page, type Crumb } from '#web/staff/ui/page.tsx'
import { useFilters } from '#web/staff/ui/list/use-list-page.ts'
import { listFilters } from '#web/staff/ui/list/list-filters.ts'
import { useOpenRow } from '#web/staff/ui/list/use-open-row.ts'
import { LoadError } from './load-error.tsx'
import { CountDifferences } from './count-differences.tsx'
import { useCountList } from './use-count-list.ts'
import { WarehouseSelect } from './warehouse-select.tsx'
import styles from './admin.module.css'

const differenceFilters = ['with', 'without'] as const
const countFilters = listFilters(() => ({ warehouse: z.guid(), differences: z.enum(differenceFilters) }))
const first = listStart(sortsOf(listStockCountsCall), { sort: 'endedAt', order: 'desc' })

/** `/stocks/counts`: ended stock counts with their differences. */
export function CountListPage() {
  const { t } = useTranslation('stock')
  const format = useFormat()
  const isAdmin = isAdminType(useSignedInUser().userType)
  const mayManage = useCan('stock.manage')
  const { state, change } = useListState(first)
  const { filters, setFilters, filterCount } = useFilters(countFilters)
  const { warehouse = null, differences = null } = filters
  const { reading, note } = useCountList(state, { warehouseId: warehouse, differences })
  const [openId, setOpen] = useOpenRow('count')
  const off = useOfflineReason(reading)
  const isFiltered = state.search !== '' || filterCount > 0
  const open = ({ id }: StockCountAnswer): void => setOpen(id)
  return (
    <Page
      title={t(($) => $.counts.title)}
      icon={IconClipboardList}
      {...(mayManage ? { crumbs: [stocksCrumb(t(($) => $.admin.title))] } : {})}
    >
      <Filters>
        {isAdmin && (
          <WarehouseSelect
            value={warehouse}
            onChange={(next) => setFilters({ warehouse: next ?? undefined })}
            isFilter
          />
        )}
        <Select
          label={t(($) => $.counts.differences)}
          data={[
            { value: 'all', label: t(($) => $.counts.differenceFilter.all) },
            ...differenceFilters.map((value) => ({ value, label: t(($) => $.counts.differenceFilter[value]) })),
          ]}
          value={differences ?? 'all'}
          allowDeselect={false}
          onChange={(value) => setFilters({ differences: differenceFilters.find((one) => one === value) })}
        />
      </Filters>
      {reading.error !== null ? (
        <LoadError error={reading.error} onRetry={reading.retry} />
      ) : (
        <CopyFrame reading={reading} note={note}>
          <DataList
            label={t(($) => $.counts.title)}
            {...readRows(reading)}
            rowKey={({ id }) => id}
            rowName={({ stockName }) => stockName}
            state={state}
            onChange={change}
            searchLabel={t(($) => $.counts.search)}
            {...(off === null ? { onOpen: open } : {})}
            columns={[
              {
                key: 'endedAt',
                title: t(($) => $.counts.endedAt),
                sortable: true,
                cell: (count) => <DateTime value={count.endedAt} />,
              },
              {
                key: 'stockName',
                title: t(($) => $.counts.stock),
                sortable: true,
                cell: (count) => (
                  <span className={styles.text}>
                    {count.stockName}
                    {isAdmin && (
                      <Text size="sm" c="dimmed">
                        {count.warehouseName}
                      </Text>
                    )}
                  </span>
                ),
              },
              { key: 'by', title: t(($) => $.counts.by), cell: (count) => count.userName },
              ...(['expected', 'present', 'missing', 'unexpected'] as const).map((name) => ({
                key: `${name}Count`,
                title: t(($) => $.counts[name]),
                align: 'end' as const,
                sortable: name === 'missing' || name === 'unexpected',
                cell: (count: StockCountAnswer) => format.number(count[`${name}Count`]),
              })),
            ]}
            actions={[{ label: t(($) => $.counts.open), icon: IconEye, run: open }]}
            actionsOff={off}
            empty={
              isFiltered ? (
                <EmptyState title={t(($) => $.counts.noMatch)} />
              ) : (
                <EmptyState title={t(($) => $.counts.empty)} text={t(($) => $.counts.emptyText)} />
              )
            }
          />
        </CopyFrame>
      )}
      <Drawer
        opened={openId !== null}
        onClose={() => setOpen(null)}
        position="right"
        size="lg"
        title={t(($) => $.counts.open)}
        closeButtonProps={{ 'aria-label': t(($) => $.floor.close) }}
      >
        {openId !== null && <CountDifferences id={openId} />}
      </Drawer>
    </Page>
  )
}

function stocksCrumb(title: string): Crumb {
  return { title, to: '/stocks' }
}
