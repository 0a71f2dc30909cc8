import { useState } from 'react'
import { defaultLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { withText } from './translated-draft.ts'

/** The languages in which the texts of a form are written, and the one that it shows. */
export interface TextLanguages {
  /** The account's first. */
  readonly all: readonly Language[]
  readonly own: Language
  readonly shown: Language
  readonly show: (language: Language) => void
  /** Shows a language in which something was found wrong, by its path, unless the one that is shown is such a one. */
  readonly lead: (paths: Iterable<string>) => void
  /** Those in which something is wrong. */
  readonly faulty: ReadonlySet<Language>
}

/** The language of the texts that stand in the account's own fields. */
export function useTextLanguage(): Language {
  const user = useSignedInUser()
  return user.viewedAccount?.language ?? user.currentOrganization?.account.language ?? defaultLanguage
}

const inTranslation = /(?:^|\.)translations\.([a-z]{2}-[A-Z]{2})\./

/**
 * The languages of a form, by what is wrong in it. Which one is shown changes by itself only as the form is sent (`lead`):
 * while a person types, the field stays that of its language.
 */
export function useTextLanguages(
  faults: ReadonlyMap<string, unknown>,
  /** The account's, where it is not the one that is worked in. */
  ofAccount?: Language,
): TextLanguages {
  const viewed = useTextLanguage()
  const own = ofAccount ?? viewed
  const [shown, show] = useState<Language>(own)
  const languagesOf = (paths: Iterable<string>) => [...paths].map((path) => languageOf(path) ?? own)
  const lead = (paths: Iterable<string>): void => {
    const wrong = languagesOf(paths)
    if (wrong[0] !== undefined && !wrong.includes(shown)) show(wrong[0])
  }
  const all = [own, ...languages.filter((language) => language !== own)]
  return { all, own, shown, show, lead, faulty: new Set(languagesOf(faults.keys())) }
}

function languageOf(path: string): Language | null {
  const named = inTranslation.exec(path)?.[1]
  return languages.find((language) => language === named) ?? null
}

/** What a draft has to be for its texts to be written in each language. */
type Translated<Field extends string> = Readonly<Record<Field, string>> & { readonly translations: Translations }

/** What the input of a text gets. */
export interface TextField {
  readonly lang: Language
  readonly value: string
  readonly placeholder: string
  readonly error: string | null
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
}

/**
 * A text of a draft in the language that is shown: the account's own in its field, another one among the translations,
 * with the own text behind it while it is empty.
 */
export function textField<Field extends string, Draft extends Translated<Field>>(
  { own, shown }: Pick<TextLanguages, 'own' | 'shown'>,
  draft: Draft,
  field: Field,
  options: {
    readonly fault: (path: string) => string | null
    readonly onChange: (part: Partial<Record<Field, string>> & { readonly translations?: Translations }) => void
  },
): TextField {
  const { fault, onChange } = options
  if (shown === own)
    return {
      lang: own,
      value: draft[field],
      placeholder: '',
      error: fault(field),
      onChange: ({ currentTarget: { value } }) => onChange({ [field]: value } as Partial<Record<Field, string>>),
    }
  return {
    lang: shown,
    value: draft.translations[shown]?.[field] ?? '',
    placeholder: draft[field],
    error: fault(`translations.${shown}.${field}`),
    onChange: ({ currentTarget: { value } }) =>
      onChange({ translations: withText(draft.translations, shown, field, value) } as never),
  }
}
