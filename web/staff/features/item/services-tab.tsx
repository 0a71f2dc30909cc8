import { useTranslation } from 'react-i18next'
import { workedUntil, type ItemStep, type ItemStepStatus } from '#domain/refurb/refurb-step.ts'
import { useMinute } from '#web/lib/use-minute.ts'
import { useFormat, useSignedInUser } from '#web/lib/platform.tsx'
import { colleagueName } from '#web/local/copy/colleague.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useDeviceId } from '#web/local/device/use-device-id.ts'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import type { ShownItem } from './shown-item.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
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
  const { t } = useTranslation('item')
  const format = useFormat()
  const stocks = useStocks()
  const engine = useEngine()
  const user = useSignedInUser()
  const deviceId = useDeviceId(engine) ?? ''
  const nowMs = useMinute()
  const worked = (step: ItemStep): string | null => {
    const workedMs = workedUntil(step, { deviceId, deviceMs: nowMs, atMs: nowMs })
    return workedMs > 0 ? format.duration(workedMs) : null
  }
  const nameOf = (actorId: string | null): string | null => {
    if (actorId === null) return null
    return actorId === user.id
      ? `${user.firstname} ${user.lastname}`
      : (colleagueName(engine.config(), actorId) ?? t(($) => $.services.colleague))
  }
  const { steps } = item.facts
  if (steps.length === 0)
    return <EmptyState title={t(($) => $.services.none.title)} text={t(($) => $.services.none.text)} />
  return (
    <div className={classes.columns}>
      {steps.map((step) => (
        <FactBlock
          key={step.stepId}
          title={step.name}
          status={<StatusBadge tone={tones[step.status]} label={t(($) => $.stepStatus[step.status])} />}
          facts={[
            { label: t(($) => $.column.stock), value: stocks.nameOf(step.stockId) },
            { label: t(($) => $.services.worked), value: worked(step) },
            { label: t(($) => $.services.planned), value: <Money valueCents={step.plannedCostCents} /> },
            { label: t(($) => $.services.by), value: nameOf(step.actorId) },
            { label: t(($) => $.services.at), value: step.atMs === null ? null : format.dateTime(new Date(step.atMs)) },
            { label: t(($) => $.services.comment), value: step.comment },
          ].filter(({ value }) => value !== null && value !== '')}
        />
      ))}
    </div>
  )
}
