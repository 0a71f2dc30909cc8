import type { Migration } from './migration.ts'

/** An answer may make all questions after its own pointless: none of them is asked. */
export const lastAnswers: Migration = {
  name: '0151-last-answers',
  async up(run) {
    await run(`
alter table answer add column is_last boolean not null default false;

-- Said of such an answer alone, so that what is frozen of the others stays as it is.
create or replace function questionnaire_content(p_account uuid, p_category uuid) returns jsonb
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object('questions', coalesce(jsonb_agg(jsonb_build_object(
      'id', q.id, 'title', q.title, 'howToTest', q.how_to_test, 'description', q.description,
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'description', a.description,
          'bestGrade', a.best_grade, 'impact', case a.impact_type
            when 'percentage' then jsonb_build_object('type', 'percentage', 'percent', a.impact_value,
              'capCents', a.impact_cap_cents)
            when 'amount' then jsonb_build_object('type', 'amount', 'amountCents', a.impact_value)
            else jsonb_build_object('type', 'none') end)
          || case when a.is_last then '{"isLast": true}'::jsonb else '{}' end order by a.position), '[]')
        from answer a where a.account_id = q.account_id and a.question_id = q.id)) order by c.position), '[]'))
  from category_question c
  join question q on q.account_id = c.account_id and q.id = c.question_id
  where c.account_id = p_account and c.category_id = p_category
$$;`)
  },
}
