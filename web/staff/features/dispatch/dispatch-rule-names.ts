import { foldText } from '#domain/kernel/fold-text.ts'
import type { DispatchAttribute, DispatchCondition } from '#domain/dispatch/dispatch-rule.ts'
import type { DispatchAnswer, DispatchRuleAnswer } from '#sync/calls/dispatch.ts'

/** What can be chosen for an attribute. */
export interface ValueChoice {
  readonly value: string
  readonly label: string
}

/** Words for grades, which have no names of their own. */
export type GradeNames = Readonly<Record<string, string>>

/** Everything that a condition on an attribute may name, in reading order; categories with those above them. */
export function choicesOf(
  attribute: DispatchAttribute,
  setup: DispatchAnswer,
  gradeNames: GradeNames,
): readonly ValueChoice[] {
  switch (attribute) {
    case 'brand':
      return setup.brands.map((brand) => ({ value: brand, label: brand }))
    case 'category':
      return setup.categories
        .map(({ id }) => ({
          value: id,
          label: categoryPath(setup, id)
            .map(({ name }) => name)
            .toReversed()
            .join(' › '),
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label))
    case 'circuit':
      return setup.circuits.map(({ id, name }) => ({ value: id, label: name }))
    case 'declared_state':
      return setup.grades.map((grade) => ({ value: grade, label: gradeNames[grade] ?? grade }))
  }
}

/** A category with those above it, the nearest first. */
export function categoryPath({ categories }: Pick<DispatchAnswer, 'categories'>, id: string | null) {
  const path: DispatchAnswer['categories'] = []
  for (let at = id; at !== null;) {
    const found = categories.find((one) => one.id === at)
    if (found === undefined || path.includes(found)) break
    path.push(found)
    at = found.parentId
  }
  return path
}

/** The values of a condition by name; one that the account no longer has keeps `unknown`. */
export function valueNames(
  { attribute, values }: DispatchCondition,
  setup: DispatchAnswer,
  gradeNames: GradeNames,
  unknown: string,
): readonly string[] {
  if (attribute === 'brand') return values
  const names = new Map(choicesOf(attribute, setup, gradeNames).map(({ value, label }) => [value, label]))
  return values.map((value) => names.get(value) ?? unknown)
}

/** Rules whose title, values or warehouses say every word that is looked for, in their order. */
export function findRules(
  setup: DispatchAnswer,
  search: string,
  gradeNames: GradeNames,
  unknown: string,
): readonly DispatchRuleAnswer[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return setup.rules
  const warehouses = new Map(setup.warehouses.map(({ id, name }) => [id, name]))
  return setup.rules.filter((rule) => {
    const values = rule.conditions.flatMap((condition) => valueNames(condition, setup, gradeNames, unknown))
    const text = foldText([rule.title, ...values, ...rule.warehouseIds.map((id) => warehouses.get(id) ?? '')].join(' '))
    return words.every((word) => text.includes(word))
  })
}
