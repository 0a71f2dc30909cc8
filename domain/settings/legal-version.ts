import { languages, type Language } from '../kernel/languages.ts'
import { isPublished, type StoredText } from './site-opening.ts'

/** A legal text as a reader gets it: text and file are of one language, so that neither says other than the other. */
export interface LegalVersion {
  readonly language: Language
  readonly text: string | null
  /** What its file is found by. */
  readonly file: string | null
}

/** What an account has of a legal text in its own language and in others. */
export interface LegalVersions {
  readonly own: Language
  readonly texts: Readonly<Partial<Record<Language, string | null>>>
  readonly files: Readonly<Partial<Record<Language, string>>>
}

/**
 * The version for a reader: in the reader's language, else in the account's, else in the first language that has it as
 * a text or as a file. Null as reader is the account itself.
 */
export function legalVersionFor({ own, texts, files }: LegalVersions, reader: Language | null): LegalVersion {
  const stored = (language: Language): StoredText => ({
    text: texts[language] ?? null,
    hasFile: files[language] !== undefined,
  })
  const order = [...(reader === null ? [] : [reader]), own, ...languages]
  const language = order.find((each) => isPublished(stored(each))) ?? own
  return { language, text: texts[language] ?? null, file: files[language] ?? null }
}
