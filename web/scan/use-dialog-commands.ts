import { answerIndex, isCommandCode } from '#domain/item/resolve-code.ts'
import { meaningless, passedOn } from './scanner-hub.ts'
import { useScanner } from './use-scanner.ts'

/** What the commands do in a dialog; one that is left out does nothing here nor on the screen behind, and it is told. */
interface DialogCommands {
  readonly onConfirm?: () => void
  readonly onNext?: () => void
  readonly onCancel: () => void
  /** An answer by its place: A is 0; false where there is none at that place. */
  readonly onAnswer?: (at: number) => boolean
  /** Called for the code of a thing, which then goes on to the screen behind; left out, the dialog keeps it. */
  readonly onCode?: () => void
}

/** Lets scanned commands answer a dialog: `CONFIRM` does what it asks, `A` to `J` choose, `CANCEL` and `UNDO` leave it. */
export function useDialogCommands(answers: DialogCommands): void {
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: ({ resolution }) => {
      const { command } = resolution
      if (command === null) {
        if (isCommandCode(resolution) || resolution.reserved) return meaningless
        if (answers.onCode === undefined) return
        answers.onCode()
        return passedOn
      }
      const at = answerIndex(command)
      if (at !== null) return answers.onAnswer?.(at) === true ? undefined : meaningless
      if (command === 'CANCEL' || command === 'UNDO') return answers.onCancel()
      const act = command === 'CONFIRM' ? answers.onConfirm : command === 'NEXT' ? answers.onNext : undefined
      if (act === undefined) return meaningless
      act()
    },
  })
}
