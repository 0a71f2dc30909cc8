import type { Migration } from './migration.ts'

/** The public site is told at once that a buyer is linked, unlinked, or no longer at work. */
export const buyersInReach: Migration = {
  name: '0122-buyers-in-reach',
  async up(run) {
    await run(`
${['insert', 'update']
  .map(
    (event) => `create trigger account_link_public_${event} after ${event} on account_link
  referencing new table as changed_rows for each statement execute function public_changed();`,
  )
  .join('\n')}
create trigger account_link_public_delete after delete on account_link
  referencing old table as changed_rows for each statement execute function public_changed();

-- Of whom an account buys, the account itself says.
create function buyer_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select distinct l.account_id, 'public:' || l.account_id, 'public', l.account_id, 1
  from account_link l where l.buyer_account_id = new.id;
  return null;
end $$;
create trigger account_buyer_changed after update of status on account
  for each row when (old.status is distinct from new.status) execute function buyer_changed();
`)
  },
}
