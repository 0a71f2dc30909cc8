import { hasVisibleText } from '../kernel/visible-text.ts'

/** Texts that customers agree to when they sell: the terms of use, and those of the service, by which they hand over. */
export const termsOfSale = ['eula', 'serviceTerms'] as const
export type TermsOfSale = (typeof termsOfSale)[number]

/** What an account has of a text: its words, or a PDF. */
export interface StoredText {
  readonly text: string | null
  readonly hasFile: boolean
}

/** Whether a text of an account can be read. */
export function isPublished({ text, hasFile }: StoredText): boolean {
  return hasFile || hasVisibleText(text ?? '')
}

/** Whether the public site of an account is open: nobody sells under terms that nobody can read. */
export function isSiteOpen(texts: Readonly<Record<TermsOfSale, StoredText>>): boolean {
  return termsOfSale.every((name) => isPublished(texts[name]))
}

/** Pages of what is under way already, which its customer keeps: where a buyback stands, and the answer to a proposal. */
export function isAlwaysOpen(path: string): boolean {
  return /^\/buyback\/(tracking\/[^/]+|[^/]+\/(accept|reject))\/?$/.test(path)
}
