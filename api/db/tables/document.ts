import type { Generated } from 'kysely'
import type { BuybackDocumentKind, BuybackDocumentState } from '#domain/document/buyback-document.ts'
import type { PrinterFault } from '#domain/document/document-errors.ts'
import type { LabelSize } from '#domain/document/document-kind.ts'

/** A label printer on the network of a warehouse or store. */
export interface PrinterTable {
  readonly account_id: string
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly host: string
  readonly port: Generated<number>
  readonly media: Generated<LabelSize>
  readonly dots_per_mm: Generated<number>
  readonly active: Generated<boolean>
  readonly encrypted: Generated<boolean>
  readonly fingerprint: Generated<string>
  readonly tested_at: Date | null
  /** What went wrong with the last test label. */
  readonly test_fault: PrinterFault | null
  readonly test_certificate: Generated<string>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** A paper of a buyback, as the customer got it. */
export interface BuybackDocumentTable {
  readonly account_id: string
  readonly id: string
  readonly buyback_id: string
  readonly kind: BuybackDocumentKind
  readonly state: Generated<BuybackDocumentState>
  /** Eighteen digits, of a parcel's label. */
  readonly number: string | null
  readonly bytes: Buffer | null
  readonly unknown_variables: Generated<string[]>
  readonly attempts: Generated<number>
  readonly next_attempt_at: Generated<Date>
  readonly created_at: Generated<Date>
  readonly ready_at: Date | null
}
