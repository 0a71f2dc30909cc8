import type { ImportWorld } from './import-world.ts'

type Line = Readonly<Record<string, string>>
/** A line of an import of products. */
export const phone = (reference: string, change: Line = {}): Line => ({
  label: `Phone ${reference}`,
  buyer_reference: reference,
  main_category: 'smartphones',
  price_grade_a: '100.00',
  gtin: '',
  ...change,
})
/** So many lines whose references begin alike. */
export const phones = (prefix: string, count: number, change: Line = {}) =>
  Array.from({ length: count }, (_, at) => phone(`${prefix}-${at}`, change))
/** How many products have a reference that begins so. */
export const countOf = async (imports: ImportWorld, prefix: string) =>
  Number(
    (
      await imports.values(
        `select count(*) from product where account_id = $1 and buyer_reference like $2`,
        `${prefix}-%`,
      )
    )[0]?.[0],
  )
