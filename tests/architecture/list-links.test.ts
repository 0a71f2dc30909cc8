import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** Lists whose rows have no page of their own, and what a row does instead. */
const withoutPage: Readonly<Record<string, string>> = {
  'buyback/list/device-predeclared.tsx': 'the device’s copy knows no id of the buyback; its rows are finalised',
  'catalog-files/import/history-page.tsx': 'opens the report on the page',
  'document/printer-page.tsx': 'its name opens the form in a dialog',
  'quarantine/quarantine-page.tsx': 'opens the release on the page',
  'register/register-page.tsx': 'an entry stands as it was recorded',
  'stock/admin/count-list-page.tsx': 'opens the differences on the page',
}

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** A file and the columns and cells that it takes from its own area. */
function withColumns(file: string): string {
  const source = read(file)
  const imports = [...source.matchAll(/^import \{([^}]*)\} from '(\.[^']+\.tsx)'$/gm)]
  const columns = imports.filter(([, names = '']) => /Columns|Cell|Link|Open/.test(names))
  const near = columns.map(([, , from = '']) => read(path.join(path.dirname(file), from)))
  return [source, ...near].join('\n')
}

const features = 'web/staff/features/'
const lists = globSync(`${features}**/*.tsx`, { cwd: root, exclude: (name) => name.includes('.test.') })
  .filter((file) => /<(?:ListPage|ServerList|DataList)\b/.test(read(file)))
  .map((file) => file.slice(features.length))
  .toSorted()

it('every list of the office whose rows have a page links to it by the row’s name', () => {
  const linked = lists.filter((file) => /\bpathOf\b|<AnchorLink\b/.test(withColumns(features + file)))
  expect(lists.filter((file) => !linked.includes(file))).toEqual(Object.keys(withoutPage))
})

it('no list goes to the page of a row by a press alone', () => {
  for (const file of Object.keys(withoutPage)) expect(read(features + file), file).not.toMatch(/onOpen=\{.*navigate/)
})

/** How a field that searches is named: by its list, above one, or by the mark that the shortcut of the search finds. */
const labels =
  /(?:\bsearchLabel(?:=\{|: )|<ListSearch\s+label=\{|\{\.\.\.searchFieldMark\}(?:(?!\/>)[^])*?\slabel=\{)t\(\(\$\) => \$\.([\w.]+)\)/g

/** What each page is searched by, as its field says, and whether it hears a scanner. */
const searches = globSync(`${features}**/*.tsx`, { cwd: root, exclude: (name) => name.includes('.test.') })
  .toSorted()
  .flatMap((file) => {
    const source = read(file)
    const [, context] = /useTranslation\(\[?'([\w-]+)'/.exec(source) ?? []
    return [...source.matchAll(labels)].map(([, key = '']) => ({
      file: file.slice(features.length),
      text: textOf(context ?? '', key),
      scans: /\bscans(?:=\{|: )Scanned\w+|<Scanned\w+|useScanner\(|<OpenByNumber\b/.test(source),
    }))
  })

function textOf(context: string, key: string): string {
  const texts: unknown = JSON.parse(read(`public/locales/en-GB/${context}.json`))
  return String(key.split('.').reduce((at, name) => (at as Readonly<Record<string, unknown>>)[name], texts))
}

it('every list of the office that is searched by a code answers a scanner (F18)', () => {
  const byCode = searches.filter(({ text }) => /\b(?:code|number|EAN|IMEI)\b/i.test(text))
  expect(byCode.length).toBeGreaterThan(8)
  expect(byCode.map(({ file }) => file)).toContain('payment/payment-file-page.tsx')
  expect(byCode.map(({ file }) => file)).toContain('item/items-filters.tsx')
  expect(byCode.filter(({ scans }) => !scans).map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})
