import { dispatchRuleSchema } from '#domain/dispatch/dispatch-rule.schema.ts'
import type { DispatchCondition, DispatchOperator } from '#domain/dispatch/dispatch-rule.ts'
import type { DispatchRuleAnswer } from '#sync/calls/dispatch.ts'

/** A rule as it is being written. Conditions carry a key, so that one can be taken out of the middle. */
export interface RuleDraft {
  readonly title: string
  readonly conditions: readonly (DispatchCondition & { readonly key: string })[]
  readonly warehouseIds: readonly string[]
}

/** A condition about nothing yet. */
export const newCondition = (): RuleDraft['conditions'][number] => ({
  key: crypto.randomUUID(),
  attribute: 'brand',
  operator: 'is',
  values: [],
})

/** What the fields of a rule begin with; of a new one with a condition about nothing. */
export function draftOf(rule: DispatchRuleAnswer | null): RuleDraft {
  if (rule === null) return { title: '', conditions: [newCondition()], warehouseIds: [] }
  return { ...rule, conditions: rule.conditions.map((condition) => ({ ...condition, key: crypto.randomUUID() })) }
}

/** What is wrong with the title, by the key of its words; what is missing; and keys of conditions without a value. */
export interface RuleProblems {
  readonly title: string | null
  readonly conditions: boolean
  readonly warehouses: boolean
  readonly conditionKeys: readonly string[]
}

/** Nothing is missing. */
export const noProblems: RuleProblems = { title: null, conditions: false, warehouses: false, conditionKeys: [] }

/** Whether an operator takes one value. */
export function takesSingleValue(operator: DispatchOperator): boolean {
  return operator === 'is' || operator === 'is_not'
}

/** A condition with another operator: what it may not hold any longer is dropped. */
export function withOperator<Condition extends DispatchCondition>(
  condition: Condition,
  operator: DispatchOperator,
): Condition {
  return {
    ...condition,
    operator,
    values: takesSingleValue(operator) ? condition.values.slice(0, 1) : condition.values,
  }
}

/** The rule as it is sent, or what is missing; by the rules that the server checks by. */
export function checkDraft(draft: RuleDraft) {
  const body = {
    title: draft.title,
    conditions: draft.conditions.map(({ attribute, operator, values }) => ({
      attribute,
      operator,
      values: [...values],
    })),
    warehouseIds: [...draft.warehouseIds],
  }
  const parsed = dispatchRuleSchema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data } as const
  const paths = parsed.error.issues.map(({ path }) => path)
  const isMissing = (field: string): boolean => paths.some((path) => path.length === 1 && path[0] === field)
  const problems: RuleProblems = {
    title: parsed.error.issues.find(({ path }) => path[0] === 'title')?.message ?? null,
    conditions: isMissing('conditions'),
    warehouses: isMissing('warehouseIds'),
    conditionKeys: draft.conditions
      .filter((_, index) => paths.some(([field, at]) => field === 'conditions' && at === index))
      .map(({ key }) => key),
  }
  return { ok: false, error: problems } as const
}
