import type { Config } from '#sync/wire/pull.ts'
import type { JudgedTest } from './judge-draft.ts'

/** Comments of one touch, so that gloves can say what an account asks for. */
export const quickComments = ['difference', 'photos', 'product'] as const

/** Whether the account asks for a comment on the result of a test. */
export function isCommentMandatory({ decision }: Pick<JudgedTest, 'decision'>, config: Config | null): boolean {
  return (config?.settings.isWarehouseCommentMandatory ?? false) && decision.outcome !== 'conforming'
}

/** The comments that one press gives: those that are drawn, where one is asked for and none is written. */
export function quickCommentsFor(
  judged: Pick<JudgedTest, 'decision'> | null,
  comment: string,
  config: Config | null,
): readonly (typeof quickComments)[number][] {
  return judged !== null && comment === '' && isCommentMandatory(judged, config) ? quickComments : []
}
