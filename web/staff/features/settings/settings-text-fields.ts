import type { Language } from '#domain/kernel/languages.ts'
import { missingIn, type Translations } from '#domain/kernel/translations.ts'
import { textField, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import type { TextField } from './settings-fields.tsx'
import type { Fault, Problems } from './settings-values.ts'
import type { Part } from './use-part.ts'

/** What a part has to be for its texts to be written in each language. */
interface Translated {
  readonly translations: Translations
}

type Draft<Name extends string> = Readonly<Record<Name, string>> & Translated

/** The names of a part's texts. */
type TextName<Values> = {
  readonly [Name in keyof Values & string]: Values[Name] extends string ? Name : never
}[keyof Values & string]

/** Texts of a part in the language that is shown, by their names. */
export function textFieldsOf<Values extends Translated>(
  { own, shown }: Pick<TextLanguages, 'own' | 'shown'>,
  values: Values,
  { problems, set }: Pick<Part<Values>, 'problems' | 'set'>,
) {
  return (name: TextName<Values>): TextField => {
    const path = shown === own ? name : `translations.${shown}.${name}`
    const draft = { translations: values.translations, [name]: values[name] } as Draft<typeof name>
    const { lang, placeholder, value, onChange } = textField({ own, shown }, draft, name, {
      fault: () => null,
      onChange: (part) => set(part as Partial<Values>, [path]),
    })
    const change = (text: string): void => onChange({ currentTarget: { value: text } })
    return { lang, placeholder, value, problem: faultOf(problems, path), onChange: change }
  }
}

function faultOf<Values>(problems: Problems<Values>, path: string): Fault | undefined {
  return (problems as Readonly<Record<string, Fault | undefined>>)[path]
}

/** What is wrong with texts of a part, by their paths: what stands outside the tabs of languages is none of theirs. */
export function textFaults(
  problems: Readonly<Record<string, unknown>>,
  names: readonly string[],
): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(problems).filter(([path]) => isTextPath(path, names)))
}

/** Whether something is said of a text of these names, in whichever language. */
export function isTextPath(path: string, names: readonly string[]): boolean {
  return path.startsWith('translations.') || names.includes(path)
}

/** How many of these texts are missing in a language. */
export function missingTexts<Name extends string>(
  values: Readonly<Record<NoInfer<Name>, string>> & Translated,
  names: readonly Name[],
  language: Language,
): number {
  return missingIn<Name>(values, values.translations, names, language).length
}
