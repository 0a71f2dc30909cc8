import { describe, expect, it } from 'vitest'
import { wholeOf } from '#tests/support/whole-of-steps.ts'
import { decideCategories, type CategoryWorld, type ImportedCategory } from './import-categories.ts'

const id = (n: number) => `019a6410-0000-7000-8000-${String(n).padStart(12, '0')}`

const category = (n: number, change: Partial<ImportedCategory> = {}): ImportedCategory => ({
  id: id(n),
  parentId: id(1),
  identifier: `category-${n}`,
  name: `Category ${n}`,
  status: 'active',
  buyerId: id(90),
  description: null,
  childrenDescription: null,
  highlightedInstruction: null,
  imageAlt: null,
  defaultWeightGrams: 250,
  defaultHeightCm: null,
  defaultLengthCm: null,
  defaultWidthCm: null,
  absorptionType: 'percentage_declared',
  absorptionValue: 7.5,
  absorptionMaxCents: 2_000,
  ...change,
})
const buyers = [
  { id: id(90), externalId: 'BUY-1', isActive: true },
  { id: id(91), externalId: 'BUY-2', isActive: true },
  { id: id(92), externalId: 'BUY-3', isActive: false },
]
const root = category(1, { parentId: null, identifier: 'all' })
const world: CategoryWorld = {
  categories: [root, category(2), category(3, { parentId: id(2) })],
  buyers,
  filled: new Set([id(3)]),
  hasAbsorption: true,
  strategy: 'generic',
  newId: () => id(500),
}

const decide = (lines: readonly Readonly<Record<string, string>>[], change: Partial<CategoryWorld> = {}) => {
  let next = 500
  return wholeOf(
    decideCategories(
      lines.map((cells, at) => ({ line: at + 2, cells, faults: [], rival: null })),
      { ...world, newId: () => id(next++), ...change },
    ),
  )
}
const fault = (cells: Readonly<Record<string, string>>, change: Partial<CategoryWorld> = {}) => {
  const { ignored, inserted, updated } = decide([cells], change)
  expect([...inserted, ...updated]).toEqual([])
  return ignored.map(({ line, code, field }) => [line, code, field])[0]
}
const fresh = { identifier: 'watches', name: 'Watches', parent_identifier: 'all', buyer_external_id: 'BUY-2' }

describe('a line of categories', () => {
  it('writes a text in the language of its column, by the rules of the text', () => {
    const line = { identifier: 'category-2', name_de_de: 'Zwei' }
    expect(decide([line]).updated).toEqual([category(2, { translations: { 'de-DE': { name: 'Zwei' } } })])
    const html = { identifier: 'category-2', children_description_de_de: '<b>x</b>' }
    expect(fault(html)).toEqual([2, 'CATEGORY_TEXT_HTML', 'children_description_de_de'])
  })

  it('that says what is there already changes nothing', () => {
    const same = {
      identifier: 'category-2',
      name: 'Category 2',
      parent_identifier: 'all',
      buyer_external_id: 'BUY-1',
      status: 'active',
      default_weight_grams: '250',
      absorption_type: 'percentage_declared',
      absorption_value: '7.5',
      absorption_max: '20.00',
      description: '',
    }
    expect(decide([same])).toEqual({ inserted: [], updated: [], ignored: [], notices: [], lineOf: new Map() })
    expect(decide([{ ...same, absorption_value: '7,50' }]).updated).toEqual([])
    const resting = category(2, { buyerId: id(92) })
    expect(decide([{ ...same, buyer_external_id: 'BUY-3' }], { categories: [root, resting] }).ignored).toEqual([])
  })

  it('changes what it names, and leaves the rest', () => {
    const { updated } = decide([
      { identifier: 'category-2', name: ' New name ', absorption_type: 'value', absorption_value: '12,5', status: '' },
    ])
    expect(updated).toEqual([
      category(2, { name: 'New name', absorptionType: 'value', absorptionValue: 1_250, absorptionMaxCents: 2_000 }),
    ])
    const emptied = decide([{ identifier: 'category-2', default_weight_grams: '' }])
    expect(emptied.updated).toEqual([category(2, { defaultWeightGrams: null })])
  })

  it('adds a category with its parent of the same file', () => {
    const { inserted, ignored } = decide([
      { identifier: 'wear', name: 'Wearables', parent_identifier: 'all', buyer_external_id: '' },
      { ...fresh, parent_identifier: 'wear' },
    ])
    expect(ignored).toEqual([])
    // Without a buyer of its own it has that of the category above.
    expect(
      inserted.map(({ id: own, parentId, buyerId, absorptionType }) => [own, parentId, buyerId, absorptionType]),
    ).toEqual([
      [id(500), id(1), id(90), 'none'],
      [id(501), id(500), id(91), 'none'],
    ])
  })

  it('finds by the id alone where the strategy says so, and may give a new one', () => {
    const uuid = { strategy: 'uuid' } as const
    expect(decide([{ id: id(2), identifier: 'renamed' }], uuid).updated).toEqual([
      category(2, { identifier: 'renamed' }),
    ])
    expect(decide([{ id: id(77), ...fresh }], uuid).inserted.map((row) => row.id)).toEqual([id(77)])
    expect(fault({ id: '', identifier: 'category-2' }, uuid)).toEqual([2, 'LINE_KEY_MISSING', 'id'])
    expect(fault({ id: 'x', identifier: 'category-2' }, uuid)).toEqual([2, 'LINE_ID_INVALID', 'id'])
    expect(fault({ id: id(2), identifier: 'all' }, uuid)).toEqual([2, 'CATEGORY_IDENTIFIER_TAKEN', 'identifier'])
  })

  it.each([
    [{ identifier: '' }, 'LINE_KEY_MISSING', 'identifier'],
    [{ identifier: 'Montres' }, 'CATEGORY_IDENTIFIER_SHAPE', 'identifier'],
    [{ name: '' }, 'FORM_REQUIRED_BETWEEN', 'name'],
    [{ name: 'x' }, 'FORM_TEXT_BETWEEN', 'name'],
    [{ name: 'x'.repeat(256) }, 'FORM_TEXT_BETWEEN', 'name'],
    [{ children_description: '<b>x</b>' }, 'CATEGORY_TEXT_HTML', 'children_description'],
    [{ description: 'x'.repeat(3001) }, 'FORM_TEXT_TOO_LONG', 'description'],
    [{ default_weight_grams: '-1' }, 'FORM_WHOLE_NUMBER', 'default_weight_grams'],
    [{ default_weight_grams: '1.5' }, 'LINE_VALUE_WRONG', 'default_weight_grams'],
    [{ absorption_type: 'half' }, 'LINE_VALUE_WRONG', 'absorption_type'],
    [
      { absorption_type: 'percentage_declared', absorption_value: '101' },
      'CATEGORY_ABSORPTION_WRONG',
      'absorption_value',
    ],
    [{ absorption_type: 'none', absorption_value: '5' }, 'CATEGORY_ABSORPTION_WRONG', 'absorption_value'],
    [{ status: 'sleeping' }, 'LINE_VALUE_WRONG', 'status'],
    [{ parent_identifier: '' }, 'CATEGORY_PARENT_REQUIRED', 'parent_identifier'],
    [{ parent_identifier: 'nowhere' }, 'CATEGORY_PARENT_UNKNOWN', 'parent_identifier'],
    [{ buyer_external_id: 'BUY-3' }, 'CATEGORY_BUYER_UNKNOWN', 'buyer_external_id'],
    [{ buyer_external_id: 'BUY-9' }, 'CATEGORY_BUYER_UNKNOWN', 'buyer_external_id'],
  ])('of a new one with %j is ignored: %s', (change, code, field) => {
    expect(fault({ ...fresh, ...change })).toEqual([2, code, field])
  })

  it.each([
    [{ identifier: 'category-2', parent_identifier: 'category-3' }, 'CATEGORY_PARENT_BELOW', 'parent_identifier'],
    [{ identifier: 'category-2', parent_identifier: 'category-2' }, 'CATEGORY_PARENT_BELOW', 'parent_identifier'],
    [{ identifier: 'category-2', parent_identifier: '' }, 'CATEGORY_PARENT_REQUIRED', 'parent_identifier'],
    [{ identifier: 'category-2', status: 'archived' }, 'CATEGORY_IN_USE', 'status'],
    [{ identifier: 'category-3', status: 'archived' }, 'CATEGORY_IN_USE', 'status'],
    [{ identifier: 'category-2', buyer_external_id: 'BUY-2' }, 'LINE_BUYER_STAYS', 'buyer_external_id'],
  ])('about one that is there, with %j, is ignored: %s', (cells, code, field) => {
    expect(fault(cells)).toEqual([2, code, field])
  })

  it('archives what is empty, moves what may move, and reads the first category of a catalog', () => {
    expect(decide([{ identifier: 'category-3', status: 'archived' }], { filled: new Set() }).updated).toHaveLength(1)
    const moved = decide([{ identifier: 'category-3', parent_identifier: 'all' }]).updated
    expect(moved.map(({ parentId }) => parentId)).toEqual([id(1)])
    const first = decide([{ identifier: 'all', name: 'Everything' }], { categories: [], buyers: buyers.slice(0, 1) })
    expect(first.inserted.map(({ buyerId, parentId }) => [buyerId, parentId])).toEqual([[id(90), null]])
    expect(fault({ identifier: 'all', name: 'Everything' }, { categories: [] })).toEqual([
      2,
      'LINE_VALUE_MISSING',
      'buyer_external_id',
    ])
    expect(fault(fresh, { buyers: [] })).toEqual([2, 'CATEGORY_NO_BUYER', null])
  })

  it('that an earlier one said already is left out', () => {
    const repeated = { code: 'LINE_REPEATED', field: null, value: null, other: '2' }
    const line = (at: number, rival: number | null, faults = [] as (typeof repeated)[]) => ({
      line: at,
      cells: fresh,
      faults,
      rival,
    })
    const { inserted, ignored } = wholeOf(
      decideCategories([line(2, null), line(3, null, [repeated]), line(4, 2)], world),
    )
    expect(inserted).toHaveLength(1)
    expect(ignored).toEqual([
      { line: 3, ...repeated },
      { line: 4, ...repeated },
    ])
  })
})

describe('absorption in a file, a premium feature', () => {
  const without = { hasAbsorption: false }

  it('takes it, and lets what is there be said again without it', () => {
    const same = { absorption_type: 'percentage_declared', absorption_value: '7.5', absorption_max: '20' }
    expect(decide([{ identifier: 'category-2', name: 'Renamed', ...same }], without).updated).toHaveLength(1)
    expect(fault({ identifier: 'category-2', absorption_value: '8' }, without)).toEqual([
      2,
      'CATEGORY_ABSORPTION_DISABLED',
      'absorption_type',
    ])
  })
})
