import { useScanner } from './use-scanner.ts'

/** Lets scanned commands answer a dialog that asks one question: `CONFIRM` does what it asks, `CANCEL` leaves it. */
export function useDialogCommands(answers: { readonly onConfirm: () => void; readonly onCancel: () => void }): void {
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: ({ resolution }) => {
      if (resolution.command === 'CANCEL') answers.onCancel()
      if (resolution.command === 'CONFIRM') answers.onConfirm()
    },
  })
}
