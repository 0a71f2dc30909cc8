import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SessionRules } from '#domain/access/session-limits.ts'
import type { SignInRules } from '#sync/calls/sign-in-rules.ts'
import { useMayChange } from './change-permission.ts'

const idleMinutes = [5, 10, 15, 30, 60, 120, 240, 480, 720] as const
const absoluteHours = [1, 4, 8, 12, 24, 72, 168] as const
const proofMinutes = [2, 5, 10, 15] as const
const offlineDays = [0, 1, 3, 7, 14, 30] as const

type Limits = SessionRules & Pick<SignInRules, 'offlineDays'>

/**
 * When sessions end that nobody uses, when they end at the latest, how long a proof counts, and for how long a PIN opens a device
 * without a network.
 */
export function SessionLimits(props: {
  readonly value: Limits
  readonly onChange: (changed: Partial<Limits>) => void
}) {
  const { t } = useTranslation('settings')
  const { value, onChange } = props
  return (
    <>
      <Minutes
        label={t(($) => $.signIn.officeIdle)}
        description={t(($) => $.signIn.limitsHint)}
        choices={idleMinutes}
        value={value.officeIdleMinutes}
        onChange={(officeIdleMinutes) => onChange({ officeIdleMinutes })}
      />
      <Minutes
        label={t(($) => $.signIn.officeAbsolute)}
        choices={absoluteHours}
        perUnit={60}
        value={value.officeAbsoluteHours}
        onChange={(officeAbsoluteHours) => onChange({ officeAbsoluteHours })}
      />
      <Minutes
        label={t(($) => $.signIn.floorIdle)}
        choices={idleMinutes}
        value={value.floorIdleMinutes}
        onChange={(floorIdleMinutes) => onChange({ floorIdleMinutes })}
      />
      <Minutes
        label={t(($) => $.signIn.floorAbsolute)}
        choices={absoluteHours}
        perUnit={60}
        value={value.floorAbsoluteHours}
        onChange={(floorAbsoluteHours) => onChange({ floorAbsoluteHours })}
      />
      <Minutes
        label={t(($) => $.signIn.proof)}
        description={t(($) => $.signIn.proofHint)}
        choices={proofMinutes}
        value={value.proofMinutes}
        onChange={(minutes) => onChange({ proofMinutes: minutes })}
      />
      <Minutes
        label={t(($) => $.signIn.offline)}
        description={t(($) => $.signIn.offlineHint)}
        choices={offlineDays}
        perUnit={1440}
        value={value.offlineDays}
        onChange={(days) => onChange({ offlineDays: days })}
      />
    </>
  )
}

/** A length of time, chosen among some; one that was set by a program is offered beside them. */
function Minutes(props: {
  readonly label: string
  readonly description?: string
  readonly choices: readonly number[]
  readonly value: number
  /** How many minutes one of these is. */
  readonly perUnit?: number
  readonly onChange: (value: number) => void
}) {
  const { t } = useTranslation('settings')
  const { choices, value, perUnit = 1 } = props
  const mayChange = useMayChange()
  const inWords = (count: number): string => {
    const minutes = count * perUnit
    if (minutes === 0) return t(($) => $.signIn.never)
    if (minutes % 1440 === 0) return t(($) => $.signIn.days, { count: minutes / 1440 })
    return minutes % 60 === 0
      ? t(($) => $.signIn.hours, { count: minutes / 60 })
      : t(($) => $.signIn.minutes, { count: minutes })
  }
  const offered = [...new Set([...choices, value])].toSorted((one, other) => one - other)
  return (
    <Select
      size="md"
      maw={420}
      label={props.label}
      description={props.description}
      data={offered.map((count) => ({ value: String(count), label: inWords(count) }))}
      value={String(value)}
      allowDeselect={false}
      disabled={!mayChange}
      onChange={(chosen) => chosen !== null && props.onChange(Number(chosen))}
    />
  )
}
