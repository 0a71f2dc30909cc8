import type { Migration } from './migration.ts'

/** A label for the way back serves one return of its product, and so does its parcel. */
export const labelOfEachReturn: Migration = {
  name: '0026-label-of-each-return',
  async up(run) {
    await run(`
set local app.system = 'on';

-- A label is used up when its product leaves with it; an item has one unused label at most.
alter table return_label add column left_at timestamptz;
update return_label l set left_at = coalesce(s.at, i.latest_move_at, now())
from item i
left join lateral (select max(h.server_at) as at from item_history h
  where h.account_id = i.account_id and h.item_id = i.id and h.action = 'ship_return') s on true
where i.account_id = l.account_id and i.id = l.item_id and (s.at is not null or i.status = 'item_returned');
alter table return_label drop constraint return_label_account_id_item_id_key;
alter table return_label add unique (account_id, item_id, id);
create unique index return_label_unused on return_label (account_id, item_id) where left_at is null;

update item i set facts = i.facts || '{"hasReturnLabel": false}'
from return_label l
where l.account_id = i.account_id and l.item_id = i.id and l.left_at is not null
  and i.facts -> 'hasReturnLabel' = 'true';

-- Whoever writes the item: the label that it has no more has left with it.
create function return_label_left() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update return_label set left_at = now()
  where account_id = new.account_id and item_id = new.id and left_at is null;
  return null;
end $$;
create trigger return_label_left after update on item for each row
  when (old.facts -> 'hasReturnLabel' = 'true' and new.facts -> 'hasReturnLabel' = 'false')
  execute function return_label_left();

-- The parcel of a return is that of its label, and of the same item.
alter table parcel add column return_label_id uuid;
update parcel p set return_label_id = l.id
from return_label l where l.account_id = p.account_id and l.item_id = p.item_id;
alter table parcel drop constraint parcel_account_id_item_id_key;
alter table parcel add unique (account_id, return_label_id);
alter table parcel add foreign key (account_id, item_id, return_label_id)
  references return_label (account_id, item_id, id);
alter table parcel add check ((item_id is null) = (return_label_id is null));
create index parcel_by_item on parcel (account_id, item_id) where item_id is not null;

-- What closes over items asks what is refused of them; of an account, that is little at any time.
create index sync_op_refused on sync_op (account_id, received_at)
  where status in ('rejected', 'blocked_by') and resolved_at is null;
`)
  },
}
