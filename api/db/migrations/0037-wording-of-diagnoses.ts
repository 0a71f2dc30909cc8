import type { Migration } from './migration.ts'

/** A diagnosis keeps its questions and answers as they were worded, so that it outlives what is asked later. */
export const wordingOfDiagnoses: Migration = {
  name: '0037-wording-of-diagnoses',
  async up(run) {
    await run(`
set local app.system = 'on';

-- What is still there is what is still known; of deleted questions and answers the words are null.
update item i set facts = jsonb_set(i.facts, '{diagnosis,answers}', (
  select jsonb_agg(said.choice || jsonb_build_object('label', q.label, 'answerLabels', coalesce((
      select jsonb_agg(a.label order by chosen.at)
      from jsonb_array_elements_text(said.choice -> 'answerIds') with ordinality chosen (id, at)
      left join refurb_answer a on a.account_id = i.account_id and a.question_id = q.id and a.id = chosen.id::uuid
    ), '[]')) order by said.at)
  from jsonb_array_elements(i.facts -> 'diagnosis' -> 'answers') with ordinality said (choice, at)
  left join refurb_question q on q.account_id = i.account_id and q.id = (said.choice ->> 'questionId')::uuid
))
where jsonb_typeof(i.facts -> 'diagnosis' -> 'answers') = 'array'
  and i.facts -> 'diagnosis' -> 'answers' <> '[]';
`)
  },
}
