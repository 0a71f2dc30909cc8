import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { joinWithDots } from '#web/staff/ui/join-with-dots.ts'
import { FullScreenFeedback } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { refusalStyle, isOwnRefusal } from './expedition-feedback.ts'
import { useWarehouseName } from './package-card.tsx'
import type { PackingResult } from './packing-state.ts'
import { useRefusalText } from './use-refusal-text.ts'

/** The result of the last scan over the whole screen. */
export function PackingFeedback(props: {
  readonly result: PackingResult
  readonly config: Config
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('expedition')
  const refusalText = useRefusalText()
  const warehouseName = useWarehouseName(props.config)
  const { id, code, product, outcome } = props.result
  const common = { id, onEnd: props.onEnd, ...(code === '' ? {} : { code: groupCode(code) }) }
  if (outcome.kind === 'refused') {
    const { reason, warehouseId } = outcome
    const { tone, color, icon } = refusalStyle(reason)
    return (
      <FullScreenFeedback
        {...common}
        tone={tone}
        icon={icon}
        {...(color === undefined ? {} : { color })}
        word={isOwnRefusal(reason) ? t(($) => $.word[reason]) : t(($) => $.outcome.refused)}
        detail={joinWithDots([product, refusalText(reason)])}
        {...(warehouseId === null ? {} : { place: warehouseName(warehouseId) })}
      />
    )
  }
  if (outcome.kind !== 'packed')
    return (
      <FullScreenFeedback
        {...common}
        tone={outcome.kind === 'takenOut' ? 'done' : 'accepted'}
        word={t(($) => $.outcome[outcome.kind])}
        {...(product === null ? {} : { detail: product })}
      />
    )
  return (
    <FullScreenFeedback
      {...common}
      tone="accepted"
      word={outcome.isOtherPackage ? t(($) => $.next.otherPackage) : t(($) => $.outcome.packed)}
      place={warehouseName(outcome.warehouseId)}
      {...(product === null ? {} : { detail: product })}
    />
  )
}
