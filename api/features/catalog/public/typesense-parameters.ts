import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/uuid.ts'
import type { ProductSearch, SearchOrder } from './search-queries.ts'

type Filter = Pick<ProductSearch, 'brands' | 'categoryId'>

/**
 * A filter such as `brand:=[Apple,Samsung] && categoryId:=…`: conditions on brand and category, joined by `&&`; a
 * value that holds a comma or a bracket stands between backticks.
 */
export function parseFilter(text: string): Result<Filter, string> {
  let filter: Filter = { brands: null, categoryId: null }
  for (const condition of conditionsOf(text)) {
    const match = /^(\w+)\s*:(=?)\s*(.+)$/s.exec(condition)
    if (match === null) return fail('Could not parse the filter query.')
    const [, field, , written = ''] = match
    const values = valuesOf(written)
    if (values === null) return fail(`Error with filter field \`${field}\`: the value cannot be read.`)
    if (field === 'brand') filter = { ...filter, brands: values }
    else if (field === 'categoryId' && values.length === 1 && isUuid(values[0]!))
      filter = { ...filter, categoryId: values[0]! }
    else if (field === 'categoryId') return fail('Error with filter field `categoryId`: it takes one id.')
    else return fail(`Could not find a filter field named \`${field}\` in the schema.`)
  }
  return succeed(filter)
}

const quotedOrNot = /`[^`]*`|[^`]/g

/** Parts between `&&`, which counts for nothing between backticks. */
function conditionsOf(text: string): readonly string[] {
  const hidden = text.replaceAll(quotedOrNot, (piece) => (piece.length > 1 ? piece.replaceAll('&&', '\u0001') : piece))
  return hidden
    .split('&&')
    .map((each) => each.replaceAll('\u0001', '&&').trim())
    .filter((each) => each !== '')
}

function valuesOf(written: string): readonly string[] | null {
  const list = /^\[(.*)\]$/s.exec(written.trim())
  const values = (list?.[1] ?? written).match(/\s*(?:`[^`]*`|[^,`[\]]+)\s*(?:,|$)/g) ?? []
  const read = values.map((each) => each.replace(/,$/, '').trim().replaceAll('`', ''))
  const isWhole = values.join('').length === (list?.[1] ?? written).length
  if (!isWhole || read.length === 0 || read.some((each) => each === '') || read.length > 100) return null
  return list === null && read.length > 1 ? null : read
}

const orders: Readonly<Record<string, SearchOrder>> = {
  'label:asc': 'label_asc',
  'label:desc': 'label_desc',
  'bestPriceCents:asc': 'price_asc',
  'bestPriceCents:desc': 'price_desc',
}
const relevance = '_text_match:desc'

/** The orders that `sort_by` names before relevance, which parts what follows it too finely to be asked. */
export function parseOrder(text: string): Result<readonly SearchOrder[], string> {
  const keys = text
    .replaceAll(/\s/g, '')
    .split(',')
    .filter((key) => key !== '')
  const unknown = keys.find((key) => key !== relevance && orders[key] === undefined)
  if (unknown !== undefined) return fail(`Could not find a sortable field for \`${unknown}\` in the schema.`)
  const first = keys.indexOf(relevance)
  const before = first === -1 ? keys : keys.slice(0, first)
  return succeed(before.flatMap((key) => orders[key] ?? []))
}
