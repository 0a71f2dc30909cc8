import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ItemStepStatus } from '#domain/refurb/item-step.ts'
import { useFormat, useSignedInUser } from '#web/lib/platform.tsx'
import { colleagueName } from '#web/local/colleague.ts'
import { useEngine } from '#web/local/engine-context.tsx'
import { EmptyState } from '#web/staff/ui/faces.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import type { ShownItem } from './shown-item.ts'
import { useStocks } from './use-stocks.ts'
import classes from './detail.module.css'

const tones: Readonly<Record<ItemStepStatus, StatusTone>> = {
  to_do: 'waiting',
  in_progress: 'active',
  paused: 'warning',
  cancelled: 'neutral',
  completed: 'success',
}

/** The refurb steps of an item with costs, times, and who worked on them last (REFURB-20). */
export function ServicesTab({ item }: { readonly item: ShownItem }) {
  const { t } = useTranslation('items')
  const format = useFormat()
  const stocks = useStocks()
  const engine = useEngine()
  const user = useSignedInUser()
  const nameOf = (actorId: string | null): string => {
    if (actorId === null) return ''
    return actorId === user.id
      ? `${user.firstname} ${user.lastname}`
      : (colleagueName(engine.config(), actorId) ?? t(($) => $.services.colleague))
  }
  const { steps } = item.facts
  if (steps.length === 0)
    return <EmptyState title={t(($) => $.services.none.title)} text={t(($) => $.services.none.text)} />
  return (
    <div className={classes.scroll}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(($) => $.services.step)}</Table.Th>
            <Table.Th>{t(($) => $.services.status)}</Table.Th>
            <Table.Th>{t(($) => $.column.stock)}</Table.Th>
            <Table.Th ta="end">{t(($) => $.services.worked)}</Table.Th>
            <Table.Th ta="end">{t(($) => $.services.planned)}</Table.Th>
            <Table.Th>{t(($) => $.services.by)}</Table.Th>
            <Table.Th>{t(($) => $.services.at)}</Table.Th>
            <Table.Th>{t(($) => $.services.comment)}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((step) => (
            <Table.Tr key={step.stepId}>
              <Table.Th scope="row">{step.name}</Table.Th>
              <Table.Td>
                <StatusBadge tone={tones[step.status]} label={t(($) => $.stepStatus[step.status])} />
              </Table.Td>
              <Table.Td>{stocks.nameOf(step.stockId)}</Table.Td>
              <Table.Td ta="end">{step.workedMs > 0 ? format.duration(step.workedMs) : ''}</Table.Td>
              <Table.Td ta="end">
                <Money valueCents={step.plannedCostCents} />
              </Table.Td>
              <Table.Td>{nameOf(step.actorId)}</Table.Td>
              <Table.Td>{step.atMs === null ? '' : format.dateTime(new Date(step.atMs))}</Table.Td>
              <Table.Td>{step.comment}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
