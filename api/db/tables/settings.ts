import type { Language } from '#domain/kernel/languages.ts'
import type { LegalFileDocument } from '#domain/settings/legal-file.ts'
import type { PictureType } from '#domain/settings/picture.ts'
import type { Generated } from 'kysely'

/** A picture that an account shows to everybody. */
export interface PictureTable {
  readonly account_id: string
  readonly id: string
  readonly type: PictureType
  readonly bytes: Buffer
  /** Whether texts name it by its address, rather than a row that shows it. */
  readonly of_text: Generated<boolean>
  /** When it was first found that no text names it, of one that none names. */
  readonly unnamed_since: Generated<Date | null>
  readonly created_at: Generated<Date>
}

/** A legal text that an account gives as a PDF, too. */
export interface LegalFileTable {
  readonly account_id: string
  readonly document: LegalFileDocument
  readonly language: Language
  readonly id: string
  readonly bytes: Buffer
  readonly created_at: Generated<Date>
}
