import { languages, type Language } from '../kernel/languages.ts'
import type { TranslationsChange } from '../kernel/translations.ts'

/** What the terms of a transfer order may name (CIRC-35). */
export const transferOrderVariables = [
  'total_price',
  'buyer_address',
  'buyer_long_name',
  'buyer_name',
  'buyer_siret',
  'buyer_capital',
  'customer_firstname',
  'customer_lastname',
  'payment_type',
  'product_label',
] as const
export type TransferOrderVariable = (typeof transferOrderVariables)[number]

/** Characters of the terms (CIRC-33). */
export const transferOrderTermsLimits = { min: 2, max: 5_000 } as const

const named = /\{\{\s*(\w+)\s*\}\}/g

/** Terms with their variables replaced, and the names in them that are none (each once, in their order). */
export interface FilledTerms {
  readonly text: string
  readonly unknown: readonly string[]
}

/**
 * Replaces `{{name}}` by its value. What is no variable stays as it was written, and is reported; a value is never read
 * again for variables. A phrase whose variables are all empty is left out whole, so that no contract has a hole.
 */
export function fillTransferOrderTerms(
  terms: string,
  values: Readonly<Record<TransferOrderVariable, string>>,
): FilledTerms {
  const unknown = new Set<string>()
  const text = withoutEmptyPhrases(terms, values).replaceAll(named, (whole, name: string) => {
    if (isVariable(name)) return values[name]
    unknown.add(name)
    return whole
  })
  return { text, unknown: [...unknown] }
}

/** Where a phrase ends: signs within a number or an address end none. */
const boundary = /([,;](?=\s|\)|$)|[()\n]|[.!?](?=\s|$))/

/**
 * Terms without the phrases whose variables have no value, and without the signs that only separated them from others.
 */
function withoutEmptyPhrases(terms: string, values: Readonly<Record<TransferOrderVariable, string>>): string {
  // Phrases stand at even places, and between two of them what parts them.
  const parts = terms.split(boundary)
  let at = 0
  while (at < parts.length) {
    if (!isEmptyPhrase(parts[at] ?? '', values)) {
      at += 2
      continue
    }
    const before = parts[at - 1] ?? '\n'
    const after = parts[at + 1] ?? '\n'
    if (before === '(' && after === ')') {
      parts.splice(at - 2, 5, `${parts[at - 2]?.trimEnd() ?? ''}${parts[at + 2] ?? ''}`)
      at -= 2
    } else if (before === ',' || before === ';') parts.splice(at - 1, 2)
    else if (/[,;.!?]/.test(after)) {
      parts.splice(at, 2)
      if (/[(\n]/.test(before)) parts[at] = (parts[at] ?? '').trimStart()
    } else parts[at] = ''
  }
  return parts.join('')
}

function isEmptyPhrase(phrase: string, values: Readonly<Record<TransferOrderVariable, string>>): boolean {
  const names = [...phrase.matchAll(named)].map(([, name = '']) => name)
  return names.length > 0 && names.every((name) => isVariable(name) && values[name] === '')
}

/** How a variable is written within terms. */
export function variableMark(name: TransferOrderVariable): string {
  return `{{${name}}}`
}

const opened = /\{\{([^{}]*)(\}\})?/g

/** What stands in doubled braces, or behind ones that nothing closes, and is no variable: each once, in their order. */
export function unknownVariables(terms: string): readonly string[] {
  const found = [...terms.matchAll(opened)].filter(
    ([, name = '', end]) => end === undefined || !isVariable(name.trim()),
  )
  return [...new Set(found.map(([whole]) => whole.trim().slice(0, 60)))]
}

function isVariable(name: string): name is TransferOrderVariable {
  return (transferOrderVariables as readonly string[]).includes(name)
}

/** Terms as they are written: the account's own, and what they say in other languages. */
export interface WrittenTerms {
  readonly terms: string | null
  readonly translations?: TranslationsChange<'terms'> | undefined
}

/**
 * What an account keeps of terms that it writes: what differs from the product's standard, which is there in each
 * language. Beside terms of its own a translation stays that says the same as the standard, since without it a reader
 * would get those. Null without translations takes everything back.
 */
export function termsToKeep(
  { terms, translations }: WrittenTerms,
  language: Language,
  standard: Readonly<Record<Language, string>>,
): { readonly terms: string | null; readonly translations: TranslationsChange<'terms'> } {
  const own = terms === standard[language].trim() ? null : terms
  if (own !== null) return { terms: own, translations: translations ?? {} }
  const kept = languages.flatMap((each): readonly (readonly [Language, { readonly terms: string | null }])[] => {
    const written = translations?.[each]?.terms
    if (terms !== null && written === undefined) return []
    return [[each, { terms: written === standard[each].trim() ? null : (written ?? null) }]]
  })
  return { terms: null, translations: Object.fromEntries(kept) as TranslationsChange<'terms'> }
}

/** How the language of an account changes. */
export interface LanguageChange {
  readonly from: Language
  readonly to: Language
}

/**
 * What is written before an account's language changes, when a translation becomes its own terms: the standard, for the
 * readers who have had it until then, since they would be given those. Null where nothing has to be.
 */
export function standardToKeep(
  { terms, translations = {} }: WrittenTerms,
  { from, to }: LanguageChange,
  standard: Readonly<Record<Language, string>>,
): { readonly terms: string; readonly translations: TranslationsChange<'terms'> } | null {
  if (terms !== null || typeof translations[to]?.terms !== 'string') return null
  const bare = languages.filter((each) => each !== from && typeof translations[each]?.terms !== 'string')
  return {
    terms: standard[from],
    translations: Object.fromEntries(bare.map((each) => [each, { terms: standard[each] }])),
  }
}
