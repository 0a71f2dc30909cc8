import type { ComponentProps } from 'react'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { ChooseItemSheet } from '#web/staff/ui/choose-item-sheet.tsx'

/** Asks which of the products that share a code was scanned; a scan answers as a tap or a key does. */
export function ItemQuestion(props: ComponentProps<typeof ChooseItemSheet>) {
  return (
    <>
      <ChooseItemSheet {...props} />
      <ChoiceCommands choices={props.items} onPick={props.onPick} onLeave={props.onLater} />
    </>
  )
}
