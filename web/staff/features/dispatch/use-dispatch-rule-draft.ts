import { useState } from 'react'
import type { DispatchRuleAnswer } from '#sync/calls/dispatch.ts'
import type { RuleDraft } from './dispatch-rule-draft.ts'

interface Held {
  readonly rule: DispatchRuleAnswer | null
  readonly draft: RuleDraft
  readonly isTouched: boolean
}

/**
 * A rule that is being edited, and the rule that the editing began with, whose version a save names: a save over
 * another user's change is then refused, instead of overwriting it. As long as nothing is typed, it follows the server.
 */
export function useRuleDraft(newest: DispatchRuleAnswer | null) {
  const [held, setHeld] = useState<Held>(() => heldOf(newest))
  if (!held.isTouched && held.rule?.version !== newest?.version) setHeld(heldOf(newest))
  return {
    began: held.rule,
    draft: held.draft,
    /** Whether something is typed that is not saved. */
    isTouched: held.isTouched,
    set: (part: Partial<RuleDraft>): void =>
      setHeld((before) => ({ ...before, draft: { ...before.draft, ...part }, isTouched: true })),
    /** Gives up what was typed for the rule as the server has it. */
    drop: (): void => setHeld(heldOf(newest)),
  }
}

/** A condition about nothing yet. */
export const newCondition = (): RuleDraft['conditions'][number] => ({
  key: crypto.randomUUID(),
  attribute: 'brand',
  operator: 'is',
  values: [],
})

function heldOf(rule: DispatchRuleAnswer | null): Held {
  return { rule, draft: draftOf(rule), isTouched: false }
}

function draftOf(rule: DispatchRuleAnswer | null): RuleDraft {
  if (rule === null) return { title: '', conditions: [newCondition()], warehouseIds: [] }
  return { ...rule, conditions: rule.conditions.map((condition) => ({ ...condition, key: crypto.randomUUID() })) }
}
