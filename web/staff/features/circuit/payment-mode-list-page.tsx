import { Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { paymentTypes } from '#domain/circuit/payment-type.ts'
import {
  createPaymentModeCall,
  duplicatePaymentModeCall,
  listPaymentModesCall,
  patchPaymentModeCall,
  type OfficePaymentMode,
} from '#sync/calls/payment-mode.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, FilterFields } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { AddButton } from './add-button.tsx'
import { paymentModesQuery } from './circuit-calls.ts'
import { useBonusFeature } from './use-bonus-feature.ts'
import { useRowChanges } from './use-row-changes.tsx'
import { archivedFilters, archivedQuestionOf } from './circuit-search.ts'
import { ArchivedSelect } from './archived-filter.tsx'

const first = listStart(sortsOf(listPaymentModesCall), { perPage: 15 })

/** `/paymentModes` (CIRC-18): how customers are paid. */
export function PaymentModeListPage() {
  const { t } = useTranslation(['circuit', 'common'])
  const navigate = useNavigate()
  const mayChange = useCan('payment_mode.update')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: archivedFilters,
    questionOf: archivedQuestionOf,
    query: (question) => paymentModesQuery(http, question),
  })
  const open = ({ id }: { readonly id: string }): void => void navigate({ to: '/paymentMode/$id/edit', params: { id } })
  const { actions, dialog } = useRowChanges<OfficePaymentMode>({
    mayChange,
    nameOf: ({ label }) => label,
    open,
    duplicate: ({ id }, label) => http(duplicatePaymentModeCall, { params: { id }, body: { label } }),
    archive: ({ id, version }) =>
      http(patchPaymentModeCall, { params: { id }, body: { status: 'archived' }, ifMatch: version }),
  })
  const columns = useColumns()
  return (
    <ListPage
      title={t(($) => $.mode.title)}
      icon={IconCreditCard}
      actions={
        mayChange && (
          <AddButton
            label={t(($) => $.add.mode)}
            nameLabel={t(($) => $.mode.label)}
            types={paymentTypes.map((value) => ({ value, label: t(($) => $.mode.types[value]) }))}
            add={(type, label) => http(createPaymentModeCall, { body: { type, label, status: 'inactive' } })}
            open={open}
          />
        )
      }
      list={list}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      searchLabel={t(($) => $.mode.search)}
      onOpen={open}
      columns={columns}
      rowActions={actions}
      empty={{ title: t(($) => $.mode.empty), text: t(($) => $.mode.emptyText) }}
      noMatch={{ title: t(($) => $.mode.noMatch), text: t(($) => $.list.noMatchText) }}
      below={dialog}
    >
      <FilterFields list={list}>
        <ArchivedSelect list={list} />
      </FilterFields>
    </ListPage>
  )
}

function useColumns(): readonly Column<OfficePaymentMode>[] {
  const { t } = useTranslation('circuit')
  const format = useFormat()
  const bonusText = useBonusText()
  return [
    {
      key: 'label',
      title: t(($) => $.mode.label),
      sortable: true,
      cell: ({ id, label, description }) => (
        <div>
          <AnchorLink to="/paymentMode/$id/edit" params={{ id }}>
            {label}
          </AnchorLink>
          {description !== null && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'type',
      title: t(($) => $.mode.type),
      sortable: true,
      cell: ({ type }) => t(($) => $.mode.types[type]),
    },
    {
      key: 'provider',
      title: t(($) => $.mode.provider),
      sortable: true,
      cell: ({ provider }) => t(($) => $.mode.providers[provider]),
    },
    { key: 'modifier', title: t(($) => $.modifier.title), cell: bonusText },
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

const statusOf = { active: 'enabled', inactive: 'disabled', archived: 'archived' } as const

/** Writes the bonus or malus of a payment mode, and that it does not count without its premium feature. */
function useBonusText(): (mode: OfficePaymentMode) => string {
  const { t, i18n } = useTranslation('circuit')
  const format = useFormat()
  const mayCarry = useBonusFeature()
  const percents = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' })
  return ({ modifier }) => {
    if (modifier === null) return t(($) => $.modifier.modes.none)
    if (!mayCarry) return t(($) => $.mode.bonusOff)
    const { type, value: number, cappedAmount } = modifier
    const value =
      type === 'percentage' ? percents.format(number / 100) : `${number > 0 ? '+' : ''}${format.money(number)}`
    return cappedAmount === null
      ? value
      : t(($) => $.modifier.capped, { value, cap: format.money(Math.abs(cappedAmount)) })
  }
}
