import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { permissions } from '#domain/access/permission.ts'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { paymentRules } from '#domain/payment/payment-rules.ts'
import { firstState } from '#domain/item/first-state.ts'
import { itemStatuses } from '#domain/item/item-status.ts'

const root = path.join(import.meta.dirname, '../..')
const page = 'docs/requirements.md'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
/** Text without the line breaks of comments, which part a range or a row's name. */
const unbroken = (text: string): string => text.replaceAll(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ')

const requirements = read(page)
const rows = [...requirements.matchAll(/^- \*\*([A-Z]+-\d\d)\*\* (.*)$/gm)]
const ids: ReadonlySet<string> = new Set(rows.map(([, id = '']) => id))
const areas = [...new Set([...ids].map((id) => id.split('-')[0]))].join('|')

/** A requirement, or a range: `IO-16 to IO-26`, `IO-16 to 26`, `IO-16..26`. Codes such as `WH-1000XM5` are none. */
const citation = new RegExp(
  `\\b(${areas})-(\\d+)(?![\\dA-Z])(?:\\s*(?:to|–|\\.{2,3})\\s*(?:\\1-)?(\\d+)(?![\\dA-Z]))?`,
  'g',
)

/** The ids that a text cites, each of a range among them. */
function citedIn(text: string): readonly string[] {
  return [...unbroken(text).matchAll(citation)].flatMap(([, area = '', from = '', to = from]) =>
    Array.from({ length: Math.max(1, Number(to) - Number(from) + 1) }, (_, at) =>
      at === 0 ? `${area}-${from}` : `${area}-${`${Number(from) + at}`.padStart(2, '0')}`,
    ),
  )
}

const files = globSync(['{domain,sync,api,web,tests,docs,scripts}/**/*.{ts,tsx,mjs,css,md}', '*.md'], { cwd: root })
  .filter((file) => !file.endsWith('.gen.ts') && !file.endsWith('architecture/requirements.test.ts'))
  .toSorted()
const texts: readonly (readonly [file: string, text: string])[] = files.map((file) => [file, unbroken(read(file))])

/** What matches a pattern in any file and is not known, with its file. */
function unresolved(pattern: RegExp, isKnown: (match: RegExpMatchArray) => boolean): readonly string[] {
  return texts.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter((match) => !isKnown(match)).map(([found]) => `${file}: ${found}`),
  )
}

describe('the page of requirements', () => {
  it('has each requirement once, in one line and in its order', () => {
    const lines = requirements.split('\n').filter((line) => /^- \*\*[A-Z]+-/.test(line))
    expect(lines).toHaveLength(rows.length)
    expect(ids.size).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(500)
    for (const [at, [, id = '']] of rows.entries()) {
      const [area, number] = id.split('-')
      const before = rows[at - 1]?.[1]?.split('-')
      const isFirst = before?.[0] !== area
      expect(Number(number), id).toBe(isFirst ? 1 : Number(before?.[1]) + 1)
    }
  })

  it('names in its table all areas with their ids', () => {
    const table = [...requirements.matchAll(/^\| \[.*\]\(#(.*?)\) *\| ([A-Z]+)-01 to \2-(\d\d) *\|$/gm)]
    const counted = Map.groupBy([...ids], (id) => id.split('-')[0] ?? '')
    expect(table.map(([, , area, last]) => [area, Number(last)])).toEqual(
      [...counted].map(([area, all]) => [area, all.length]),
    )
  })

  it('leads to headings and files that exist', () => {
    const anchors = [...requirements.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    )
    const links = [...requirements.matchAll(/\]\(#(.*?)\)/g)].map(([, anchor = '']) => anchor)
    expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
    const named = [...requirements.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.tsx?)`/g)].map(([, file = '']) => file)
    const isThere = (file: string): boolean => files.includes(file) || files.includes(`domain/${file}`)
    // The test itself is not among the files that it reads.
    expect(named.filter((file) => !isThere(file))).toEqual(['tests/architecture/requirements.test.ts'])
  })

  it('tells the lifecycle in the statuses, permissions and rules of the code', () => {
    const lifecycle = requirements.slice(requirements.indexOf('## Lifecycle'), requirements.indexOf('## Readings'))
    const statuses: readonly string[] = [...buybackStatuses, ...itemStatuses, ...paymentStatuses]
    const named = [...lifecycle.matchAll(/`((?:bb|item|payment)_\w+?)(_?\*)?`/g)]
    const isStatus = (name: string, isStart: boolean): boolean =>
      statuses.some((status) => (isStart ? status.startsWith(name) : status === name))
    expect(named.filter(([, name = '', rest]) => !isStatus(name, rest !== undefined)).map(([text]) => text)).toEqual([])
    const held: readonly string[] = permissions
    const asked = [...lifecycle.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name = '']) => name)
    expect(asked.filter((name) => !held.includes(name))).toEqual([])
    expect(asked.length).toBeGreaterThan(20)

    const cells = lifecycle.split('\n').map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()))
    const payments = cells.filter(([, action = '']) => Object.hasOwn(paymentRules, action))
    expect(
      Object.fromEntries(payments.map(([, action, from = '', to]) => [action, { from: from.split(', '), to }])),
    ).toEqual(paymentRules)
    const first = cells.flatMap(([, circuits = '', status, buybackStatus]) =>
      circuits.split(', ').map((circuit) => [circuit, { status, buybackStatus }] as const),
    )
    const firstStates = first.filter(([circuit]) => (circuitTypes as readonly string[]).includes(circuit))
    expect(Object.fromEntries(firstStates)).toEqual(
      Object.fromEntries(circuitTypes.map((type) => [type, firstState(type)])),
    )
  })

  it('has each row cited by a test', () => {
    const tests = texts.filter(([file]) => /\.test\.tsx?$/.test(file))
    const cited = new Set(tests.flatMap(([, text]) => citedIn(text)))
    expect([...ids].filter((id) => !cited.has(id))).toEqual([])
  })
})

describe('what code, tests and pages cite', () => {
  it('is a requirement of the page', () => {
    const unknown = texts.flatMap(([file, text]) =>
      citedIn(text)
        .filter((id) => !ids.has(id))
        .map((id) => `${file}: ${id}`),
    )
    expect(unknown).toEqual([])
  })

  it('is a reading of the page: «decisions, 15»', () => {
    const readings = requirements.slice(
      requirements.indexOf('## Readings'),
      requirements.indexOf('## Other references'),
    )
    const numbers = [...readings.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1))
    const isKnown = (match: RegExpMatchArray): boolean =>
      [...match[0].matchAll(/\d+/g)].every(([number]) => numbers.includes(Number(number)))
    expect(unresolved(/\b[Dd]ecisions,? \d+(?:(?:,| and) \d+)*/g, isKnown)).toEqual([])
  })

  it('is a record of decisions: «decision 0029»', () => {
    const records = new Set(files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []))
    expect(unresolved(/\b[Dd]ecision (\d+)/g, ([, number = '']) => records.has(number))).toEqual([])
  })

  it('is a section, row or rule of the lifecycle', () => {
    const lifecycle = requirements.slice(requirements.indexOf('## Lifecycle'), requirements.indexOf('## Readings'))
    const sections = [...lifecycle.matchAll(/^### Section (\d):/gm)].map(([, number]) => number)
    const rules = [...lifecycle.matchAll(/^(\d)\. \*\*/gm)].map(([, number]) => number)
    const names = [...lifecycle.matchAll(/^\| ([a-z][^|]*?) +\|/gm)].map(([, name = '']) => name)
    expect([sections.length, rules.length, names.length > 20]).toEqual([5, 6, true])
    const isRow = (name: string): boolean =>
      name === 'check-in requirement' || names.some((row) => row.startsWith(name.replace(/ …$/, '')))
    const quoted = (match: RegExpMatchArray): boolean =>
      [...match[0].matchAll(/«([^»]*)»/g)].every(([, name = '']) => isRow(name))
    expect(
      unresolved(/\blifecycle[’'a-z]*[ ,(]+(?:section \d, )?(?:rows? )?«[^»]*»(?: and «[^»]*»)?/g, quoted),
    ).toEqual([])
    expect(unresolved(/\brows? «[^»]*»(?: and «[^»]*»)?/g, quoted)).toEqual([])
    expect(unresolved(/\blifecycle, (?:section )?(\d)/g, ([, number]) => sections.includes(number))).toEqual([])
    const numbered = (match: RegExpMatchArray): boolean =>
      [...match[0].matchAll(/\d/g)].every(([number]) => rules.includes(number))
    expect(unresolved(/\bmoney rules? \d(?: and \d)?/g, numbered)).toEqual([])
  })

  it.each([
    ['(IO-16)', ['IO-16']],
    ['WH-1000XM5, IO-01', ['IO-01']],
    ['IO-16 to IO-18', ['IO-16', 'IO-17', 'IO-18']],
    ['IO-16 to 18; IO-20', ['IO-16', 'IO-17', 'IO-18', 'IO-20']],
    ['IO-09..11', ['IO-09', 'IO-10', 'IO-11']],
    ['(BB-08, BB-09)', ['BB-08', 'BB-09']],
    ['IO-24 to\n * IO-26', ['IO-24', 'IO-25', 'IO-26']],
    ['IO-7 and IO-123', ['IO-7', 'IO-123']],
  ])('is read in %j', (text, expected) => {
    expect(citedIn(text)).toEqual(expected)
  })
})
