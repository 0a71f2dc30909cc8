import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { SignedOutName } from '#web/local/device/signed-out-name.tsx'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { ChooseItemSheet } from '#web/staff/ui/floor/choose-item-sheet.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { ItemCard } from '#web/staff/ui/floor/item-card.tsx'
import { lookupStyles, type ControlLookup } from './control-lookup.ts'
import { useLookupWords } from './compliance-lookup-texts.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'

/** Why a code opens no test here, each reason with its own words (WH-10 to WH-12). */
export function FoundStep(props: {
  readonly code: string
  readonly lookup: Exclude<ControlLookup, { face: 'ready' }>
  readonly config: Config | null
  readonly onPick: (item: ItemRow) => void
  readonly onLater: () => void
}) {
  const { code, lookup, config } = props
  const wordsOf = useLookupWords(config)
  if (lookup.face === 'choose')
    return (
      <ChooseItemSheet
        answers={ChoiceCommands}
        code={code}
        items={lookup.items}
        onPick={props.onPick}
        onLater={props.onLater}
      />
    )
  const { title, text } = wordsOf(code, lookup)
  return (
    <>
      <FloorNotice tone={lookupStyles[lookup.face].tone} title={title} role="status">
        {lookup.face === 'not_recognised' && code !== '' && <p className={words.mono}>{groupCode(code)}</p>}
        <p>{text}</p>
      </FloorNotice>
      {lookup.face !== 'not_recognised' && (
        <SignedOutName itemId={lookup.item.id}>
          {(sealedBy) => <ItemCard item={lookup.item} checkIn={null} config={config} sealedBy={sealedBy} />}
        </SignedOutName>
      )}
    </>
  )
}
