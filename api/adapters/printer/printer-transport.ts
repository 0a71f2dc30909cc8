import type { Result } from '#domain/kernel/result.ts'

/** Why a printer did not take a label. */
export type PrinterFailure =
  | 'PRINTER_HOST_UNKNOWN'
  | 'PRINTER_HOST_NOT_ALLOWED'
  | 'PRINTER_REFUSED'
  | 'PRINTER_UNREACHABLE'
  | 'PRINTER_TIMEOUT'
  | 'PRINTER_CUT'

/** Where a printer listens. */
export interface PrinterAddress {
  readonly host: string
  readonly port: number
}

/** Sends labels to printers on a network; succeeds once the printer has taken every byte. */
export interface PrinterTransport {
  /** Whether a printer may be kept under this address; where its name leads is judged at each print. */
  mayKeep(address: PrinterAddress): boolean
  send(address: PrinterAddress, data: string): Promise<Result<true, PrinterFailure>>
}
