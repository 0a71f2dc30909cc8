import type { Migration } from './migration.ts'

/** A dispatch rule's operator for none of several values is written as the specification writes it (EXP-19). */
export const dispatchOperators: Migration = {
  name: '0011-dispatch-operators',
  async up(run) {
    await run(`
set local app.system = 'on';
update warehouse_dispatch_rule r set conditions = (
  select jsonb_agg(case when c ->> 'operator' = 'not_in' then jsonb_set(c, '{operator}', '"notIn"') else c end order by at)
  from jsonb_array_elements(r.conditions) with ordinality x (c, at))
where r.conditions @> '[{"operator": "not_in"}]';
`)
  },
}
