import { listColumns } from './0084/list-columns.ts'
import type { Migration } from './migration.ts'

/** What a rule that gives a circuit to categories says to customers, in other languages than the account's. */
export const rulesInLanguages: Migration = {
  name: '0093-rules-in-languages',
  async up(run) {
    await run(`
alter table dispatch_circuit_rule add column translations jsonb not null default '{}'
  check (jsonb_typeof(translations) = 'object');

${listColumns([
  ['dispatch_circuit_rule', 'terms', 'terms'],
  ['dispatch_circuit_rule', 'description', 'description'],
  ['dispatch_circuit_rule', 'highlightedInstruction', 'highlighted_instruction'],
])}

-- The texts of its rules are saved with a circuit, whose version rises before they change places.
create function rules_language_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update circuit c set account_id = account_id where c.account_id = new.id and exists (
    select from dispatch_circuit_rule r
    where r.account_id = c.account_id and r.circuit_id = c.id and r.translations ? new.language);
  return null;
end $$;
create trigger account_language_before_rules after update of language on account for each row
  when (old.language is distinct from new.language) execute function rules_language_changed();
`)
  },
}
