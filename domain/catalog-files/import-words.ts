import type { productStatuses } from '../catalog/product-status.ts'
import type { categoryStatuses } from '../catalog/category-status.ts'
import type { absorptionTypes } from '../catalog/category-rules.ts'
import { answerGrades } from '../catalog/grade.ts'
import { plainWords } from './plain-words.ts'

/** The words that a column takes, each with what people write for it in the languages of the product. */
export type WordList = Readonly<Record<string, readonly string[]>>

/** Words for the statuses of a product. */
export const productStatusWords = {
  draft: ['brouillon', 'entwurf', 'concept', 'dépublié', 'unpublished'],
  published: ['publié', 'publiée', 'veröffentlicht', 'gepubliceerd', 'en ligne', 'online'],
  archived: ['archivé', 'archivée', 'archiviert', 'gearchiveerd'],
} as const satisfies Record<(typeof productStatuses)[number], readonly string[]>

/** Words for the statuses of a category. */
export const categoryStatusWords = {
  active: ['actif', 'active', 'aktiv', 'actief'],
  archived: ['archivé', 'archivée', 'archiviert', 'gearchiveerd'],
} as const satisfies Record<(typeof categoryStatuses)[number], readonly string[]>

/** Words for what an absorption is counted of. */
export const absorptionWords = {
  none: ['aucune', 'aucun', 'keine', 'geen'],
  percentage_declared: [
    'percentage of the declared price',
    'pourcentage du prix déclaré',
    'prozentsatz des angegebenen preises',
    'percentage van de opgegeven prijs',
  ],
  percentage_controlled: [
    'percentage of the controlled price',
    'pourcentage du prix contrôlé',
    'prozentsatz des geprüften preises',
    'percentage van de vastgestelde prijs',
  ],
  value: ['amount', 'montant', 'valeur', 'betrag', 'wert', 'bedrag', 'waarde'],
} as const satisfies Record<(typeof absorptionTypes)[number], readonly string[]>

/** Words for the best grade that an answer allows. */
export const gradeWords = Object.fromEntries(
  answerGrades.map((grade) => {
    const letter = grade.slice(-1)
    return [grade, [letter, `grade ${letter}`, `güteklasse ${letter}`, `kwaliteit ${letter}`]]
  }),
) as unknown as Readonly<Record<(typeof answerGrades)[number], readonly string[]>>

/** Words for how an answer changes the price. */
export const impactWords = {
  none: ['aucun', 'aucune', 'keine', 'keiner', 'geen'],
  percentage: ['percent', 'pourcentage', 'prozent', 'prozentsatz', '%'],
  amount: ['montant', 'betrag', 'bedrag', '€'],
} as const satisfies Record<'none' | 'percentage' | 'amount', readonly string[]>

/** The word of a list that a text means, in letters of any size and with or without accents; null for another text. */
export function wordIn(words: WordList, text: string): string | null {
  if (Object.hasOwn(words, text)) return text
  const asked = text.trim().toLowerCase()
  const plain = plainWords(text)
  const found = Object.entries(words).find(
    ([word, others]) =>
      word === asked || [word, ...others].some((one) => one === asked || (plain !== '' && plainWords(one) === plain)),
  )
  return found?.[0] ?? null
}

// Spreadsheets write what they take for a yes or no in the language of who saves the file, and people their own word.
const yes = ['true', 'vrai', 'waar', 'wahr', 'yes', 'oui', 'ja', 'y', 'o', 'j', '1', 'x']
const no = ['false', 'faux', 'onwaar', 'falsch', 'no', 'non', 'nein', 'nee', 'n', '0']

/** Yes or no in any of the languages; null for another word. */
export function yesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  return yes.includes(word) ? true : no.includes(word) ? false : null
}
