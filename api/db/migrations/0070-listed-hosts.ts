import type { Migration } from './migration.ts'

/**
 * The hosts that a public site shows images of, and that its tags reach after consent. What absorbs nothing says so, and
 * a label of the program's own ends with its buyback.
 */
export const listedHosts: Migration = {
  name: '0070-listed-hosts',
  async up(run) {
    await run(`
alter table account
  add column image_hosts text[] not null default '{}' check (cardinality(image_hosts) <= 20),
  add column tag_hosts text[] not null default '{}' check (cardinality(tag_hosts) <= 20);

update category set absorption_type = 'none', absorption_value = null, absorption_max_cents = null
  where absorption_type <> 'none' and absorption_value = 0;

-- The program's own label goes with its buyback, as a carrier's order does; a parcel that is under way keeps its own.
create function own_label_cancelled() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from parcel p
      where p.account_id = new.account_id and p.buyback_id = new.id and p.state <> 'program') then
    return null;
  end if;
  update buyback_document set state = 'none', bytes = null, ready_at = null
  where account_id = new.account_id and buyback_id = new.id and kind = 'shipping_label' and state <> 'none';
  update buyback set delivery_status = 'ORDER_CANCELLED'
  where account_id = new.account_id and id = new.id and delivery_status like 'ORDER_%'
    and delivery_status <> 'ORDER_CANCELLED';
  return null;
end $$;
create trigger own_label_cancelled after update of status on buyback for each row
  when (new.status = 'bb_cancelled' and old.status <> 'bb_cancelled') execute function own_label_cancelled();
`)
  },
}
