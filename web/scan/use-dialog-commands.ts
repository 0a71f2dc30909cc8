import { answerIndex } from '#domain/item/resolve-code.ts'
import { passedOn } from './scanner-hub.ts'
import { useScanner } from './use-scanner.ts'

/** What the commands do in a dialog; one that is left out does nothing, neither here nor on the screen behind. */
interface DialogCommands {
  readonly onConfirm?: () => void
  readonly onNext?: () => void
  readonly onCancel: () => void
  /** An answer by its place: A is 0. */
  readonly onAnswer?: (at: number) => void
  /** Called for a code that is no command, which then goes on to the screen behind; left out, the dialog keeps it. */
  readonly onCode?: () => void
}

/** Lets scanned commands answer a dialog: `CONFIRM` does what it asks, `A` to `J` choose, `CANCEL` and `UNDO` leave it. */
export function useDialogCommands(answers: DialogCommands): void {
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: ({ resolution: { command } }) => {
      if (command === null) {
        if (answers.onCode === undefined) return
        answers.onCode()
        return passedOn
      }
      const at = answerIndex(command)
      if (at !== null) answers.onAnswer?.(at)
      if (command === 'CONFIRM') answers.onConfirm?.()
      if (command === 'NEXT') answers.onNext?.()
      if (command === 'CANCEL' || command === 'UNDO') answers.onCancel()
    },
  })
}
