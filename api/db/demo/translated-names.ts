import { languages, type Language } from '#domain/kernel/languages.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import type { Words } from '#domain/kernel/words.ts'

/** What the demo's products say at the end of their names, in the four languages. */
const variants: readonly Words[] = [
  ['Blanc', 'White', 'Wit', 'Weiß'],
  ['Noir', 'Black', 'Zwart', 'Schwarz'],
  ['Gris sidéral', 'Space Grey', 'Spacegrijs', 'Space Grau'],
  ['Gris', 'Grey', 'Grijs', 'Grau'],
  ['Argent', 'Silver', 'Zilver', 'Silber'],
  ['Bleu', 'Blue', 'Blauw', 'Blau'],
  ['Rouge', 'Red', 'Rood', 'Rot'],
  ['Néon', 'Neon', 'Neon', 'Neon'],
  ['Turquoise', 'Turquoise', 'Turkoois', 'Türkis'],
  ['Corail', 'Coral', 'Koraal', 'Koralle'],
  ['Graphite', 'Graphite', 'Grafiet', 'Graphit'],
  ['Minuit', 'Midnight', 'Middernacht', 'Mitternacht'],
  ['Lumière stellaire', 'Starlight', 'Sterrenlicht', 'Polarstern'],
  ['Édition numérique', 'Digital Edition', 'Digital Edition', 'Digital Edition'],
  [
    'Réduction active du bruit',
    'Active noise cancellation',
    'Actieve ruisonderdrukking',
    'Aktive Geräuschunterdrückung',
  ],
  ['Boîtier nu', 'Body only', 'Alleen body', 'Nur Gehäuse'],
]

/** A part of a name, what it becomes in the three other languages; `$1` is the number in it. */
type Part = readonly [found: RegExp, english: string, dutch: string, german: string]

const parts: readonly Part[] = [
  ...variants.map(([own, ...others]): Part => [new RegExp(`(?<= )${own}$`), ...others]),
  [/(\d) Go\b/, '$1 GB', '$1 GB', '$1 GB'],
  [/(\d) To\b/, '$1 TB', '$1 TB', '$1 TB'],
  [/(\d) pouces\b/, '$1-inch', '$1 inch', '$1 Zoll'],
  [/\b1re génération/, '1st generation', '1e generatie', '1. Generation'],
  [/\b2e génération/, '2nd generation', '2e generatie', '2. Generation'],
  [/\b3e génération/, '3rd generation', '3e generatie', '3. Generation'],
  [/\b(\d+)e génération/, '$1th generation', '$1e generatie', '$1. Generation'],
  [/\b(\d+) vitesses$/, '$1 speeds', '$1 versnellingen', '$1 Gänge'],
  [/\bMonture ([A-Z])$/, '$1 mount', '$1-vatting', '$1-Mount'],
  [/\bObjectif (\d+-\d+ mm)$/, '$1 lens', 'Objectief $1', 'Objektiv $1'],
]

const others = languages.filter((language) => language !== 'fr-FR')
const place: Readonly<Partial<Record<Language, 1 | 2 | 3>>> = { 'en-GB': 1, 'nl-BE': 2, 'de-DE': 3 }

/** What a product of the demo is called in other languages, where it is called otherwise there. */
export function translatedName(label: string): Translations {
  const named = others.flatMap((language) => {
    const name = parts.reduce((text, part) => text.replace(part[0], part[place[language]!]), label)
    // 12,9 inches are 12.9 in English alone.
    const written = language === 'en-GB' ? name.replace(/(\d),(\d)/, '$1.$2') : name
    return written === label ? [] : [[language, { label: written }] as const]
  })
  return Object.fromEntries(named)
}
