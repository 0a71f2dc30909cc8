import { standardCircuits, standardPaymentModes } from '../circuit/standard-circuits.ts'
import type { Language } from '../kernel/languages.ts'
import type { Translations } from '../kernel/translations.ts'
import { wordsIn, type Words } from '../kernel/words.ts'
import type { ModifierSource } from './modifiers.ts'

/** What an option is called now, in the account's language and in others. */
interface OptionName {
  readonly own: string | null
  readonly translations: Translations
}

/** What the options of a buyback are called now; null for one that is none any more. */
export interface OptionNames {
  readonly accountLanguage: Language
  readonly circuit: OptionName
  readonly shipping_method: OptionName | null
  readonly payment_mode: OptionName | null
}

const fields = { circuit: 'name', shipping_method: 'description', payment_mode: 'label' } as const

/**
 * The label of a price line for a reader; null as language reads the account's. It was worded at the sale, in the
 * account's language: for another one it is what the account has translated these words to. Untranslated, a name of the
 * account's own stays, and a standard name is said in the reader's language.
 */
export function optionLabel(
  { source, label }: { readonly source: ModifierSource; readonly label: string },
  names: OptionNames,
  language: Language | null,
): string {
  if (language === null || language === names.accountLanguage) return label
  const now = names[source]
  const translated = now?.own === label ? now.translations[language]?.[fields[source]] : undefined
  return translated ?? standardLabel(source, { label, from: names.accountLanguage, to: language }) ?? label
}

function standardLabel(
  source: ModifierSource,
  { label, from, to }: { readonly label: string; readonly from: Language; readonly to: Language },
): string | null {
  const standard: readonly Words[] =
    source === 'payment_mode'
      ? standardPaymentModes.map((mode) => mode.label)
      : standardCircuits.map(({ name }) => name)
  const words = standard.find((each) => wordsIn(each, from) === label)
  return words === undefined ? null : wordsIn(words, to)
}
