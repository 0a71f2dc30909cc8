import type { Migration } from './migration.ts'

/** Erasing a customer takes along what people, carriers and payment services have written about the person. */
export const wordsAboutCustomers: Migration = {
  name: '0024-words-about-customers',
  async up(run) {
    await run(`
-- Comments anywhere in a value, replaced by a dash: those who read it may ask for one.
create function without_comments(value jsonb) returns jsonb
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, case when e.key = 'comment' and jsonb_typeof(e.value) = 'string'
        and e.value <> '""' then '"—"' else without_comments(e.value) end), '{}') from jsonb_each(value) e)
    when 'array' then (
      select coalesce(jsonb_agg(without_comments(e.value) order by e.at), '[]')
      from jsonb_array_elements(value) with ordinality e (value, at))
    else value end;
end $$;

-- Lines that stay as they are, but may lose their words: the arguments are the columns that may become null, and those
-- whose comments may.
create function refuse_change_but_words() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  kept jsonb := to_jsonb(old);
  word text;
begin
  if tg_op = 'UPDATE' then
    foreach word in array tg_argv loop
      if to_jsonb(new) -> word in ('null', without_comments(kept -> word)) then
        kept := jsonb_set(kept, array[word], to_jsonb(new) -> word);
      end if;
    end loop;
    if to_jsonb(new) = kept then
      return new;
    end if;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation', table = tg_table_name,
    constraint = tg_table_name || '_append_only';
end $$;
drop trigger item_history_append_only on item_history;
create trigger item_history_append_only before update or delete on item_history
  for each row execute function refuse_change_but_words('comment', 'details');
drop trigger delivery_event_append_only on delivery_event;
create trigger delivery_event_append_only before update or delete on delivery_event
  for each row execute function refuse_change_but_words('place', 'text');

-- Takes the words about a customer of the current account from all that is kept of the buybacks. The register is
-- another matter: the law asks for its lines.
create function erase_words_about(p_customer uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  buybacks constant uuid[] := array(
    select b.id from buyback b where b.account_id = account and b.customer_id = p_customer);
  items constant uuid[] := array(
    select i.id from item i where i.account_id = account and i.buyback_id = any (buybacks));
begin
  update buyback set cancel_comment = null
    where account_id = account and id = any (buybacks) and cancel_comment is not null;
  update payment set complementary_information = null
    where account_id = account and buyback_id = any (buybacks) and complementary_information is not null;
  update payment_attempt a set failure = null
    from payment p
    where a.account_id = account and a.failure is not null and p.account_id = account and p.id = a.payment_id
      and p.buyback_id = any (buybacks);
  update item set comment = null, facts = without_comments(facts)
    where account_id = account and id = any (items) and (comment is not null or facts <> without_comments(facts));
  update item_history set comment = null, details = without_comments(details)
    where account_id = account and item_id = any (items)
      and (comment is not null or details <> without_comments(details));
  update sync_op set args = without_comments(args)
    where account_id = account and args <> without_comments(args)
      and (args ->> 'itemId' = any (items::text[])
        or op_id in (select h.op_id from item_history h where h.account_id = account and h.item_id = any (items)));
  update parcel set failure = null
    where account_id = account and (buyback_id = any (buybacks) or item_id = any (items)) and failure is not null;
  update delivery_event e set place = null, text = null
    from parcel p
    where e.account_id = account and (e.place is not null or e.text is not null)
      and p.account_id = account and p.id = e.parcel_id and (p.buyback_id = any (buybacks) or p.item_id = any (items));
end $$;
`)
  },
}
