import { useDialogCommands } from './use-dialog-commands.ts'

/**
 * Lets scanned commands answer a question that lists choices: `A` to `J` choose, `CANCEL` and `UNDO` leave it. Another
 * code goes on to the screen behind.
 */
export function ChoiceCommands<Choice>(props: {
  readonly choices: readonly Choice[]
  readonly onPick: (choice: Choice) => void
  readonly onLeave: () => void
}) {
  const { choices, onPick, onLeave } = props
  useDialogCommands({
    onAnswer: (at) => {
      const choice = choices[at]
      if (choice !== undefined) onPick(choice)
      return choice !== undefined
    },
    onCancel: onLeave,
    onCode: () => undefined,
  })
  return null
}
