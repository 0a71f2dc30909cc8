import { IconClockHour4 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import classes from './list.module.css'

const dayMs = 86_400_000

/** Until when a promised price holds, and for how many days; that it holds no more. */
export function HeldPrice({ untilMs, isHeld }: { readonly untilMs: number; readonly isHeld?: boolean }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const [nowMs] = useState(() => Date.now())
  if (!(isHeld ?? nowMs < untilMs)) return <StatusBadge tone="warning" label={t(($) => $.predeclared.expired)} />
  const count = Math.max(0, Math.floor((untilMs - nowMs) / dayMs))
  return (
    <span className={classes.cell}>
      <span>{format.date(new Date(untilMs))}</span>
      <span className={classes.soft}>
        <IconClockHour4 size={14} aria-hidden /> {t(($) => $.predeclared.left, { count })}
      </span>
    </span>
  )
}
