import { useTranslation } from 'react-i18next'
import { checkItemCode, codeProblem, looksMisread } from '#domain/warehouse/item-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { FloorNotice } from '#web/staff/ui/floor-notice.tsx'
import type { FeedbackTone } from '#web/staff/ui/full-screen-feedback.tsx'
import { ChooseItemSheet } from '#web/staff/ui/choose-item-sheet.tsx'
import { ItemCard } from '../confirmation/item-card.tsx'
import type { ControlLookup } from './control-lookup.ts'
import words from '#web/staff/ui/floor-text.module.css'

type Face = Exclude<ControlLookup['face'], 'ready' | 'choose'>

const tones: Readonly<Record<Face, FeedbackTone>> = {
  not_recognised: 'refused',
  not_assigned: 'elsewhere',
  not_registered: 'warning',
  quarantined: 'quarantine',
  tested: 'done',
  not_eligible: 'refused',
}

/** Why a code opens no test here, each reason with its own words (WH-10 to WH-12). */
export function FoundStep(props: {
  readonly code: string
  readonly lookup: Exclude<ControlLookup, { face: 'ready' }>
  readonly config: Config | null
  readonly onPick: (item: ItemRow) => void
  readonly onLater: () => void
}) {
  const { code, lookup, config } = props
  if (lookup.face === 'choose')
    return <ChooseItemSheet code={code} items={lookup.items} onPick={props.onPick} onLater={props.onLater} />
  return (
    <>
      <Reason code={code} lookup={lookup} config={config} />
      {lookup.face !== 'not_recognised' && <ItemCard item={lookup.item} checkIn={null} config={config} />}
    </>
  )
}

function Reason(props: {
  readonly code: string
  readonly lookup: Exclude<ControlLookup, { face: 'ready' | 'choose' }>
  readonly config: Config | null
}) {
  const { t } = useTranslation(['compliance', 'warehouse'])
  const reasonText = useReasonText()
  const { code, lookup, config } = props
  const title = t(($) => $.lookup[lookup.face].title)
  const unknown = looksMisread(code)
    ? t(($) => $.lookup.not_recognised.misread)
    : t(($) => $.lookup.not_recognised.text)
  if (lookup.face === 'not_recognised')
    return (
      <FloorNotice tone="refused" title={title}>
        <p className={words.mono}>{groupCode(code)}</p>
        <p>{checkItemCode(code).ok ? unknown : reasonText(codeProblem(code))}</p>
      </FloorNotice>
    )
  const warehouse = config?.warehouses.find(({ id }) => id === lookup.item.destinationWarehouseId)?.name
  const status = t(($) => $.itemStatus[lookup.item.status], { ns: 'warehouse' })
  const texts: Readonly<Record<Exclude<Face, 'not_recognised'>, string>> = {
    not_assigned:
      warehouse === undefined
        ? t(($) => $.lookup.not_assigned.textElsewhere)
        : t(($) => $.lookup.not_assigned.text, { warehouse }),
    not_registered: t(($) => $.lookup.not_registered.text),
    quarantined: t(($) => $.lookup.quarantined.text),
    tested: t(($) => $.lookup.tested.text, { status }),
    not_eligible: t(($) => $.lookup.not_eligible.text, { status }),
  }
  return (
    <FloorNotice tone={tones[lookup.face]} title={title}>
      <p>{texts[lookup.face]}</p>
    </FloorNotice>
  )
}
