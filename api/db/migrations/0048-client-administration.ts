import type { Migration } from './migration.ts'

/**
 * Tables that are deleted with an account, referencing tables before referenced ones: people, places, settings, catalog
 * and what is computed from them. The foreign keys of every other table refuse to delete the account.
 */
const goesAlong = [
  'mail_message',
  'sso_configuration',
  'home_widget',
  'home_page',
  'picture',
  'sftp_access',
  'dashboard_week',
  'counter_catalog_part',
  'counter_catalog',
  'counter_seal_key',
  'warehouse_dispatch',
  'warehouse_dispatch_rule',
  'printer',
  'dispatch_circuit_rule',
  'carrier',
  'circuit',
  'payment_mode',
  'shipping_method',
  'payer',
  'refurb_question',
  'refurb_step',
  'product',
  'category_question',
  'question',
  'searched_facet',
  'searched_word',
  'category',
  'user_account',
  'stock',
  'organization',
  'organization_root_detail',
]

/** Lets client administration delete an account that nothing was traded in, and rewrite its search tables. */
export const clientAdministration: Migration = {
  name: '0048-client-administration',
  async up(run) {
    await run(`
-- Native stocks go with their account, which nobody can sign in to by then.
create or replace function stock_native_fixed() returns trigger language plpgsql as $$
begin
  if old.native is null and (tg_op = 'DELETE' or new.native is null) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and row (new.name, new.native, new.warehouse_id, new.id, new.account_id)
      is not distinct from row (old.name, old.native, old.warehouse_id, old.id, old.account_id) then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select 1 from account a where a.id = old.account_id and a.status = 'inactive') then
    return old;
  end if;
  raise exception 'a native stock keeps its name and stays'
    using errcode = 'check_violation', table = 'stock', constraint = 'stock_native_fixed';
end $$;

-- Devices of an account whose right to bring work has not ended; until it does they may hold what nobody else has.
create function account_open_devices(p_account uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(distinct g.device_id)::int from device_grant g
  where g.account_id = p_account and g.revoked_at is null and g.expires_at > now()
$$;

-- Deletes an account that rests, with what is its own alone. Foreign keys refuse it (23503) where anything else is
-- left: what was traded, counted or pushed, or another account that names it.
create function delete_account(p_account uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from account where id = p_account and status = 'inactive' for update;
  if not found then
    raise exception 'only an account that rests can be deleted' using errcode = 'check_violation', table = 'account',
      constraint = 'account_rests';
  end if;
  -- A count goes with its stock elsewhere; here it is work that was done.
  if exists (select 1 from stock_count where account_id = p_account) then
    raise exception 'counts of stocks stay' using errcode = 'foreign_key_violation', table = 'stock_count',
      constraint = 'stock_count_stays';
  end if;
  delete from account_link where p_account in (account_id, buyer_account_id);
  -- Buyers who once worked here; the link that let them is gone.
  delete from session where viewed_account_id = p_account;
${goesAlong.map((table) => `  delete from ${table} where account_id = p_account;`).join('\n')}
  delete from account where id = p_account;
  -- Nobody follows its changes any more, the deletion's own among them.
  delete from sync_change where account_id = p_account;
end $$;

-- Writes a part of what is searched and listed anew from the catalog, in the order of ids; answers how far it came,
-- and nothing once no product is left. Rows that are right already are not written.
create function reindex_catalog(p_account uuid, p_after uuid, p_limit integer)
  returns table (done integer, last uuid, total integer)
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ids uuid[];
begin
  if p_after is null then
    update searched_facet f set terms = facet_terms(f.account_id, f.brand, f.category_ids)
    where f.account_id = p_account and f.terms is distinct from facet_terms(f.account_id, f.brand, f.category_ids);
  end if;
  ids := array(select p.id from product p where p.account_id = p_account and (p_after is null or p.id > p_after)
    order by p.id limit p_limit);
  if cardinality(ids) = 0 then return; end if;
  perform refresh_searched_product(p_account, ids);
  perform refresh_listed_product(p_account, ids);
  -- Answers that were kept say what was found before.
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  values (p_account, 'public:' || p_account, 'public', p_account, 1);
  done := cardinality(ids);
  last := ids[done];
  total := (select count(*)::int from product p where p.account_id = p_account);
  return next;
end $$;
`)
  },
}
