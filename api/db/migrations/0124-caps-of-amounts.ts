import type { Migration } from './migration.ts'

/** A cap limits amounts as it limits percentages; a bonus of a circuit names its maximum, so that one without has itself. */
export const capsOfAmounts: Migration = {
  name: '0124-caps-of-amounts',
  async up(run) {
    const tables = ['payment_mode', 'shipping_method', 'circuit'] as const
    for (const table of tables)
      await run(`
do $$
declare
  rule text;
begin
  select conname into strict rule from pg_constraint
    where conrelid = '${table}'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%sign(%modifier_cap_cents%';
  execute format('alter table ${table} drop constraint %I', rule);
end $$;
alter table ${table} add constraint ${table}_cap check (modifier_cap_cents is null
  or (modifier_type <> 'none' and sign(modifier_cap_cents) = sign(modifier_value)));
`)
    await run(`
update circuit set modifier_cap_cents = modifier_value where modifier_type = 'fixed' and modifier_cap_cents is null;
`)
  },
}
