import { cleanHtml } from '#api/db/html/clean-html.ts'
import type { Ask, Migration } from './migration.ts'

/** Tables with texts that may be HTML: their keys, the columns, and how translations name them. */
const texts = [
  ['home_widget', ['account_id', 'id'], { html: 'html' }],
  [
    'organization_root_detail',
    ['account_id'],
    {
      eula: 'eula',
      service_terms: 'serviceTerms',
      faq_and_contact: 'faqAndContact',
      buyback_zero_description: 'buybackZeroDescription',
      no_search_result_description: 'noSearchResultDescription',
    },
  ],
  ['account', ['id'], { cookies_policy: 'cookiesPolicy' }],
] as const

/** Rows that are read at once: each may hold some megabytes. */
const part = 20

/**
 * HTML is cleaned when it is written, and served as it is stored. What was stored before is cleaned once, a few rows at a
 * time; a row that is clean already is left alone.
 */
export const cleanedHtml: Migration = {
  name: '0103-cleaned-html',
  async up(_run, ask) {
    for (const [table, keys, columns] of texts) await cleanTable(ask, table, keys, columns)
  },
}

/** Cleaning may write a text longer than its column takes; the words alone are shorter. */
function cleaned(text: string): string {
  const kept = cleanHtml(text)
  return kept.length <= 200_000 ? kept : text.replaceAll(/<[^<>]*>/g, ' ').slice(0, 200_000)
}

async function cleanTable(
  ask: Ask,
  table: string,
  keys: readonly string[],
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(columns)
  const marked = keys.map((_, at) => `$${at + 1}`).join(', ')
  const key = keys.join(', ')
  const least = '00000000-0000-0000-0000-000000000000'
  let after: readonly unknown[] = keys.map(() => least)
  for (;;) {
    const rows = await ask(
      `select ${[...keys, ...names, 'translations'].join(', ')} from ${table}
        where (${key}) > (${marked}) order by ${key} limit ${part}`,
      after,
    )
    for (const row of rows) {
      const next = names.map((name) => (typeof row[name] === 'string' ? cleaned(row[name]) : row[name]))
      const translations = cleanedTranslations(row['translations'], new Set(Object.values(columns)))
      const isSame =
        names.every((name, at) => row[name] === next[at]) &&
        JSON.stringify(translations) === JSON.stringify(row['translations'])
      if (isSame) continue
      const set = [...names, 'translations'].map((name, at) => `${name} = $${keys.length + at + 1}`).join(', ')
      await ask(`update ${table} set ${set} where (${key}) = (${marked})`, [
        ...keys.map((one) => row[one]),
        ...next,
        JSON.stringify(translations),
      ])
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < part) return
    after = keys.map((one) => last[one])
  }
}

function cleanedTranslations(stored: unknown, fields: ReadonlySet<string>): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  return Object.fromEntries(
    Object.entries(stored).map(([language, inLanguage]) => [
      language,
      typeof inLanguage !== 'object' || inLanguage === null
        ? inLanguage
        : Object.fromEntries(
            Object.entries(inLanguage).map(([field, text]) => [
              field,
              typeof text === 'string' && fields.has(field) ? cleaned(text) : text,
            ]),
          ),
    ]),
  )
}
