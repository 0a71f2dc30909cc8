import type { Config } from '#sync/wire/pull.ts'
import type { EvaluatedTest } from './evaluate-draft.ts'

/** Comments of one touch, so that gloves can say what an account asks for. */
export const quickComments = ['difference', 'photos', 'product'] as const

/** Whether the account asks for a comment on the result of a test. */
export function isCommentMandatory({ decision }: Pick<EvaluatedTest, 'decision'>, config: Config | null): boolean {
  return (config?.settings.isWarehouseCommentMandatory ?? false) && decision.outcome !== 'conforming'
}

/** The comments that one press gives: those that are drawn, where one is asked for and none is written. */
export function quickCommentsFor(
  evaluated: Pick<EvaluatedTest, 'decision'> | null,
  comment: string,
  config: Config | null,
): readonly (typeof quickComments)[number][] {
  return evaluated !== null && comment === '' && isCommentMandatory(evaluated, config) ? quickComments : []
}
