import { describe, expect, it } from 'vitest'
import { contextOf, purposeOf } from './file-index.ts'
import { readProject } from './write-file-index.ts'

/** Where a file's name stands once. The two entries never meet, so that each is a layer of its own. */
const layers = [
  /^domain\//,
  /^sync\//,
  /^api\/(?!db\/(?:migrations|demo)\/)/,
  /^web\/staff\/(?!app\/routes\/)/,
  /^web\/journey\/(?!app\/routes\/)/,
  /^web\/(?!staff\/|journey\/)/,
  /^scripts\//,
  /^tests\/(?!.*\.test\.)/,
] as const

/** Names that stand twice in a layer, with their paths. */
function namedTwice(files: readonly string[]): string[] {
  return layers.flatMap((layer) => {
    const own = files.filter((file) => layer.test(file) && !/\.(?:test|gen|d)\.m?tsx?$/.test(file))
    const named = Map.groupBy(own, (file) => file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, ''))
    return [...named.values()].filter((same) => same.length > 1).map((same) => same.toSorted().join(' = '))
  })
}

/** Pages and screens of a route that have another name than their file. */
function misnamedScreens(sources: Iterable<readonly [string, string]>): string[] {
  return [...sources]
    .filter(([file]) => /^web\/(?:staff|journey)\/.*-(?:page|screen)\.tsx$/.test(file))
    .filter(([file, text]) => {
      const name = file
        .slice(file.lastIndexOf('/') + 1, -'.tsx'.length)
        .replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return !new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm').test(text)
    })
    .map(([file]) => file)
}

describe('the names of files', () => {
  const sources = readProject()

  it('stand once in a layer, so that a search by name finds one file', () => {
    expect(namedTwice([...sources.keys()])).toEqual([])
  })

  it('are those of the pages and screens in them', () => {
    expect(misnamedScreens(sources)).toEqual([])
  })

  it('that break a rule are found', () => {
    expect(namedTwice(['domain/item/rules.ts', 'domain/refurb/rules.ts', 'sync/wire/rules.ts'])).toEqual([
      'domain/item/rules.ts = domain/refurb/rules.ts',
    ])
    const page = 'web/staff/features/payment/paid-page.tsx'
    expect(misnamedScreens([[page, 'export function PaymentsPage() {}']])).toEqual([page])
  })
})

describe('the list of files', () => {
  it('puts a file to its context by its folder, or by its name where a tree has a file for each', () => {
    expect(contextOf('web/staff/features/payment/payment-page.tsx')).toBe('payment')
    expect(contextOf('sync/calls/shipping-method-relay.ts')).toBe('circuit')
    expect(contextOf('api/http/if-match.ts')).toBeNull()
  })

  it('says what a file is for by its main export, else by the names of what it exports', () => {
    const source =
      '/** A limit. */\nexport const limit = 1\n/** Moves an item (STOCK-01). More. */\nexport function moveItem() {}\n'
    expect(purposeOf('domain/stock/move-item.ts', source)).toBe('Moves an item')
    expect(purposeOf('domain/stock/other.ts', source)).toBe('A limit')
    expect(purposeOf('sync/calls/stock.ts', 'export const listStocksCall = 1\nexport const answer = 2\n')).toBe(
      'listStocks',
    )
  })
})
