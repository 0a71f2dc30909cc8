import type { PrinterFault } from '#domain/document/document-errors.ts'
import type { Result } from '#domain/kernel/result.ts'

/** Where a printer listens. */
export interface PrinterAddress {
  readonly host: string
  readonly port: number
}

/** Where a printer listens, and how it is spoken to. */
export interface PrinterTarget extends PrinterAddress {
  readonly encrypted: boolean
  /** SHA-256 of the one certificate that is believed, as upper-case digits; empty: those that authorities have signed. */
  readonly fingerprint: string
}

/** Sends labels to printers on a network; succeeds once the printer has taken every byte. */
export interface PrinterTransport {
  /** Whether the installation lets printers be spoken to by TLS alone. */
  readonly demandsTls: boolean
  /** Whether a printer may be kept under this address; where its name leads is judged at each print. */
  mayKeep(address: PrinterAddress): boolean
  /** `sees` hears the fingerprint of the certificate that the printer shows, believed or not. */
  send(target: PrinterTarget, data: string, sees?: (certificate: string) => void): Promise<Result<true, PrinterFault>>
}
