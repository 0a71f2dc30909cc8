import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#domain/kernel/languages.ts'
import { textIn, type Translations } from '#domain/kernel/translations.ts'

/** An answer of a declaration as it was worded then, with what its question and itself are called in other languages. */
export interface DeclaredAnswer {
  readonly question: string
  readonly answer: string
  readonly questionTranslations: Translations | null
  readonly answerTranslations: Translations | null
}

/**
 * What was answered about the buyback under an alias, in the order of its questions; null where nothing was asked. It
 * counts as it was worded: a translation of other words is none of it.
 */
export function declaredAnswersOf(alias: string): RawBuilder<readonly DeclaredAnswer[] | null> {
  const b = sql.raw(alias)
  return sql`(select json_agg(json_build_object('question', q ->> 'title', 'answer', said ->> 'name',
      'questionTranslations', (select w.translations from question w
        where w.account_id = ${b}.account_id and w.id = (q ->> 'id')::uuid and w.title = q ->> 'title'),
      'answerTranslations', (select w.translations from answer w
        where w.account_id = ${b}.account_id and w.id = (said ->> 'id')::uuid and w.name = said ->> 'name')) order by at)
    from questionnaire n, jsonb_array_elements(n.content -> 'questions') with ordinality x (q, at),
      jsonb_array_elements(q -> 'answers') said,
      jsonb_array_elements(case jsonb_typeof(${b}.declaration -> 'answers')
        when 'array' then ${b}.declaration -> 'answers' else '[]' end) chosen
    where n.account_id = ${b}.account_id and n.id = (${b}.declaration ->> 'questionnaireId')::uuid
      and chosen ->> 'questionId' = q ->> 'id' and chosen ->> 'answerId' = said ->> 'id')`
}

/** Questions and answers in the words of a reader. */
export function wordedAnswers(
  said: readonly DeclaredAnswer[] | null,
  language: Language | null,
): readonly { readonly question: string; readonly answer: string }[] {
  return (said ?? []).map(({ question, answer, questionTranslations, answerTranslations }) => ({
    question: textIn(question, questionTranslations, 'title', language) ?? question,
    answer: textIn(answer, answerTranslations, 'name', language) ?? answer,
  }))
}
