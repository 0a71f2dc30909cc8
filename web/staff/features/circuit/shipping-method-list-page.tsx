import { IconTruck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { circuitTypeOf, shippingMethodTypes } from '#domain/circuit/shipping-method-type.ts'
import { sortsOf } from '#sync/calls/list.ts'
import {
  createShippingMethodCall,
  duplicateShippingMethodCall,
  listShippingMethodsCall,
  patchShippingMethodCall,
  type OfficeShippingMethod,
} from '#sync/calls/shipping-method.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, FilterFields } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { AddButton } from './add-button.tsx'
import { shippingMethodsQuery } from './circuit-calls.ts'
import { useRowChanges } from './use-row-changes.tsx'
import { archivedFilters, archivedQuestionOf } from './circuit-search.ts'
import { ArchivedSelect } from './archived-filter.tsx'

const first = listStart(sortsOf(listShippingMethodsCall), { perPage: 15 })

/** `/shippingMethods` (CIRC-17): how products travel, and what that costs. */
export function ShippingMethodListPage() {
  const { t } = useTranslation(['circuit', 'common', 'buyback'])
  const navigate = useNavigate()
  const mayChange = useCan('circuit.update')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: archivedFilters,
    questionOf: archivedQuestionOf,
    query: (question) => shippingMethodsQuery(http, question),
  })
  const open = ({ id }: { readonly id: string }): void =>
    void navigate({ to: '/shippingMethod/$id/edit', params: { id } })
  const nameOf = useMethodName()
  const { actions, dialog } = useRowChanges<OfficeShippingMethod>({
    mayChange,
    nameOf,
    open,
    duplicate: ({ id }, description) => http(duplicateShippingMethodCall, { params: { id }, body: { description } }),
    archive: ({ id, version }) =>
      http(patchShippingMethodCall, { params: { id }, body: { status: 'archived' }, ifMatch: version }),
  })
  const columns = useColumns()
  return (
    <ListPage
      title={t(($) => $.transport.title)}
      icon={IconTruck}
      actions={
        mayChange && (
          <AddButton
            label={t(($) => $.add.method)}
            nameLabel={t(($) => $.form.description)}
            types={circuitTypes.map((type) => ({
              value: shippingMethodTypes[type],
              label: t(($) => $.circuitType[type], { ns: 'buyback' }),
            }))}
            add={(type, description) =>
              http(createShippingMethodCall, { body: { type, description, status: 'inactive' } })
            }
            open={open}
          />
        )
      }
      list={list}
      rowKey={({ id }) => id}
      rowName={nameOf}
      searchLabel={t(($) => $.form.description)}
      onOpen={open}
      columns={columns}
      rowActions={actions}
      empty={{ title: t(($) => $.method.empty), text: t(($) => $.method.emptyText) }}
      noMatch={{ title: t(($) => $.method.noMatch), text: t(($) => $.list.noMatchText) }}
      below={dialog}
    >
      <FilterFields list={list}>
        <ArchivedSelect list={list} />
      </FilterFields>
    </ListPage>
  )
}

function useMethodName(): (method: OfficeShippingMethod) => string {
  const { t } = useTranslation('buyback')
  return ({ description, type }) => description ?? t(($) => $.circuitType[circuitTypeOf(type)])
}

const statusOf = { active: 'enabled', inactive: 'disabled', archived: 'archived' } as const

function useColumns(): readonly Column<OfficeShippingMethod>[] {
  const { t } = useTranslation(['circuit', 'buyback'])
  const format = useFormat()
  const nameOf = useMethodName()
  return [
    {
      key: 'description',
      title: t(($) => $.form.description),
      sortable: true,
      cell: (method) => (
        <AnchorLink to="/shippingMethod/$id/edit" params={{ id: method.id }}>
          {nameOf(method)}
        </AnchorLink>
      ),
    },
    {
      key: 'type',
      title: t(($) => $.mode.type),
      sortable: true,
      cell: ({ type }) => t(($) => $.circuitType[circuitTypeOf(type)], { ns: 'buyback' }),
    },
    {
      key: 'fee',
      title: t(($) => $.transport.fee),
      align: 'end',
      cell: ({ modifier }) => {
        if (modifier === null) return t(($) => $.modifier.modes.none)
        if (modifier.type === 'percentage') return t(($) => $.transport.percent, { value: modifier.value })
        return `${modifier.value > 0 ? '+' : ''}${format.money(modifier.value)}`
      },
    },
    {
      key: 'circuits',
      title: t(($) => $.mode.circuits),
      align: 'end',
      cell: ({ circuits }) => (
        <span title={circuits.map(({ name }) => name).join(', ')}>{format.number(circuits.length)}</span>
      ),
    },
    {
      key: 'status',
      title: t(($) => $.list.status),
      sortable: true,
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'success' : 'neutral'} label={t(($) => $.status[statusOf[status]])} />
      ),
    },
  ]
}
