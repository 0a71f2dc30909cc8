import { createContext, use } from 'react'
import type { FloorDocumentKind } from '#domain/document/document-kind.ts'

/** A paper to print: the label of an item, or a paper of a package. */
export interface PrintRequest {
  readonly kind: FloorDocumentKind
  /** Id of the item or package. */
  readonly id: string
  /** Whether it is a file of the server's, which no device makes itself. */
  readonly isFile?: boolean
  /** Called where such a file does not come, instead of a dialog. */
  readonly onMissing?: () => void
}

/** Prints a paper: where this device always prints, or after asking where. Works offline from the device's copy. */
export type Print = (request: PrintRequest) => void

/** Carries printing to the screens; the app provides it. */
export const PrintContext = createContext<Print | null>(null)

/**
 * Whether a paper can be printed without anybody asking for it now: `never` where this device remembers no way, or one
 * that opens a window, which browsers refuse unasked; `later` while something else is being printed.
 */
export type UnaskedPrinting = (request: PrintRequest) => 'now' | 'later' | 'never'

/** Carries that answer to the screens; it changes whenever printing begins or ends. */
export const UnaskedPrintContext = createContext<UnaskedPrinting>(() => 'never')

/** The one way of a screen to print labels and slips. */
export function usePrint(): Print {
  const print = use(PrintContext)
  if (print === null) throw new Error('no PrintProvider above this component')
  return print
}
