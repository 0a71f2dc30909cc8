import { Badge, Select, Text } from '@mantine/core'
import { IconBuildingWarehouse, IconClipboardList, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { isAdminType } from '#domain/organization/user-type.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { deleteStockCall, listStocksCall, type StockAnswer } from '#sync/calls/stock.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { ChangeLink, CopyFrame, useOfflineReason } from '#web/staff/ui/copy-frame.tsx'
import { DataList, type Column } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { readRows } from '#web/staff/ui/list/list-rows.ts'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { AnchorLink, ButtonLink } from '#web/staff/ui/router-link.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import { useFilters } from '#web/staff/ui/list/use-list-page.ts'
import { listFilters } from '#web/staff/ui/list/list-filters.ts'
import { AgePlot } from './age-plot.tsx'
import { LoadError } from './load-error.tsx'
import type { ListedStock } from './copy-stocks.ts'
import { stockKey } from './stock-calls.ts'
import { useStockList } from './use-stock-list.ts'
import { WarehouseSelect } from './warehouse-select.tsx'
import styles from './admin.module.css'

const first = listStart(sortsOf(listStocksCall), { perPage: 15 })
const kinds = ['native', 'own'] as const
const stockFilters = listFilters(() => ({ warehouse: z.guid(), kind: z.enum(kinds) }))

/** `/stocks` (STOCK-01, STOCK-03): the stocks with what stands in them, and how long. */
export function StockListPage() {
  const { t } = useTranslation('stock')
  const navigate = useNavigate()
  const isAdmin = isAdminType(useSignedInUser().userType)
  const { state, change } = useListState(first)
  const { filters, setFilters } = useFilters(stockFilters)
  const { warehouse = null, kind = null } = filters
  const { reading, note, toldOf } = useStockList(state, { warehouseId: warehouse, kind })
  const off = useOfflineReason(reading)
  const { modal, setModal, ask } = useDeleteStock()
  const columns = useColumns(isAdmin, off !== null)
  const edit = ({ id }: ListedStock): void => void navigate({ to: '/stocks/$id/edit', params: { id } })
  return (
    <Page
      title={t(($) => $.admin.title)}
      icon={IconBuildingWarehouse}
      actions={
        <>
          <ButtonLink to="/stocks/counts" variant="default" leftSection={<IconClipboardList size={20} aria-hidden />}>
            {t(($) => $.admin.counts)}
          </ButtonLink>
          <ChangeLink to="/stocks/create" icon={IconPlus} label={t(($) => $.admin.create)} off={off} />
        </>
      }
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
          label={t(($) => $.admin.kind)}
          data={[
            { value: 'all', label: t(($) => $.admin.kinds.all) },
            ...kinds.map((value) => ({ value, label: t(($) => $.admin.kinds[value]) })),
          ]}
          value={kind ?? 'all'}
          allowDeselect={false}
          onChange={(value) => setFilters({ kind: kinds.find((one) => one === value) })}
        />
      </Filters>
      {reading.error !== null ? (
        <LoadError error={reading.error} onRetry={reading.retry} />
      ) : (
        <CopyFrame reading={reading} note={note}>
          <DataList<ListedStock>
            label={t(($) => $.admin.title)}
            {...readRows(reading)}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            state={state}
            onChange={change}
            searchLabel={t(($) => $.admin.search)}
            {...(off === null ? { onOpen: edit } : {})}
            columns={columns}
            actions={[
              { label: t(($) => $.admin.edit), icon: IconPencil, run: edit },
              { label: t(($) => $.admin.delete), icon: IconTrash, run: ({ id }) => ask(toldOf(id)) },
            ]}
            actionsOff={off}
            empty={<EmptyState title={t(($) => $.admin.empty)} text={t(($) => $.admin.emptyText)} />}
          />
        </CopyFrame>
      )}
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </Page>
  )
}

function useColumns(isAdmin: boolean, isCopy: boolean): readonly Column<ListedStock>[] {
  const { t } = useTranslation('stock')
  const format = useFormat()
  return [
    {
      key: 'name',
      title: t(($) => $.admin.name),
      sortable: true,
      cell: (stock) => (
        <span className={styles.name}>
          {isCopy ? (
            stock.name
          ) : (
            <AnchorLink to="/stocks/$id/edit" params={{ id: stock.id }}>
              {stock.name}
            </AnchorLink>
          )}{' '}
          {stock.native !== null && (
            <Badge variant="light" color="gray" tt="none">
              {t(($) => $.admin.native)}
            </Badge>
          )}
        </span>
      ),
    },
    { key: 'identifier', title: t(($) => $.admin.identifier), sortable: true, cell: (stock) => stock.identifier },
    { key: 'location', title: t(($) => $.admin.location), sortable: true, cell: (stock) => stock.location },
    ...(isAdmin
      ? [
          {
            key: 'warehouseName',
            title: t(($) => $.admin.warehouse),
            sortable: true,
            cell: (stock: ListedStock) => stock.warehouseName,
          },
        ]
      : []),
    {
      key: 'productCount',
      title: t(($) => $.admin.products),
      sortable: true,
      align: 'end',
      cell: ({ productCount }) => (productCount === null ? <Text c="dimmed">–</Text> : format.number(productCount)),
    },
    {
      key: 'averageAge',
      title: t(($) => $.admin.averageAge),
      sortable: true,
      align: 'end',
      cell: (stock) =>
        stock.averageAgeDays === null ? (
          <Text c="dimmed">–</Text>
        ) : (
          t(($) => $.admin.days, { count: Math.round(stock.averageAgeDays) })
        ),
    },
    { key: 'ages', title: t(($) => $.admin.ages), cell: (stock) => <AgePlot counts={stock.ageCounts} /> },
  ]
}

/** Asks before a stock is deleted; native and used ones say why they stay (STOCK-08, STOCK-09). */
function useDeleteStock() {
  const { t, i18n } = useTranslation(['stock', 'common'])
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [modal, setModal] = useState<ModalData | null>(null)
  const removing = useSingleMutation({
    mutationFn: ({ id, version }: StockAnswer) => http(deleteStockCall, { params: { id }, ifMatch: version }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: stockKey })
      const alert = { type: 'success', message: 'deleted' }
      await navigate({ to: '.', search: searchWith({ alert }), replace: true })
    },
    onError: (error, stock) => {
      setModal(told(stock, callErrorText(i18n, error) ?? t(($) => $.admin.failed)))
      // What is asked next is asked of the stock as it is now.
      return queries.invalidateQueries({ queryKey: stockKey })
    },
  })
  const told = ({ name }: StockAnswer, content: string): ModalData => ({
    title: name,
    content,
    confirmLabel: t(($) => $.action.understood, { ns: 'common' }),
    isTold: true,
    confirm: () => undefined,
  })
  const ask = (stock: StockAnswer | undefined): void => {
    if (stock === undefined) return
    if (stock.native !== null)
      return setModal(
        told(
          stock,
          t(($) => $.admin.nativeText),
        ),
      )
    if (stock.productCount + stock.stepCount > 0)
      return setModal(
        told(
          stock,
          t(($) => $.admin.inUse),
        ),
      )
    setModal({
      title: t(($) => $.admin.deleteTitle, { name: stock.name }),
      content: t(($) => $.admin.deleteText),
      confirmLabel: t(($) => $.admin.delete),
      destructive: true,
      confirm: () => removing.mutate(stock),
    })
  }
  return { modal, setModal, ask }
}
