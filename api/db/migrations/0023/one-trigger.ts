const changes = ['inserted', 'updated', 'updated_from', 'deleted'] as const
const parts = ['product_price', 'product_tac', 'product_category']

/** One set of triggers for both tables that are read in place of the catalog, instead of one for each. */
export const oneTrigger = `
${['product', ...parts]
  .flatMap((source) =>
    changes.flatMap((change) =>
      ['searched', 'listed'].map((table) => `drop trigger if exists ${table}_product_${change} on ${source};`),
    ),
  )
  .join('\n')}
drop trigger searched_product_category on category;
drop function searched_product_changed(), listed_product_changed(), searched_product_category_changed();

-- The argument is the column of the changed rows that names the product.
create function read_tables_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in execute format(
    'select account_id, array_agg(distinct %I) as ids from changed_rows group by account_id', tg_argv[0]) loop
    perform refresh_searched_product(changed.account_id, changed.ids);
    -- The office's list knows main categories alone.
    if tg_table_name <> 'product_category' then
      perform refresh_listed_product(changed.account_id, changed.ids);
    end if;
  end loop;
  return null;
end $$;
create trigger read_tables_inserted after insert on product referencing new table as changed_rows
  for each statement execute function read_tables_changed('id');
create trigger read_tables_updated after update on product referencing new table as changed_rows
  for each statement execute function read_tables_changed('id');
${parts
  .map(
    (source) => `
create trigger read_tables_inserted after insert on ${source} referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated after update on ${source} referencing new table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_updated_from after update on ${source} referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');
create trigger read_tables_deleted after delete on ${source} referencing old table as changed_rows
  for each statement execute function read_tables_changed('product_id');`,
  )
  .join('')}

create function searched_category_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refresh_searched_product(new.account_id, array(
    select s.product_id from searched_product s
    where s.account_id = new.account_id and s.facet_id = any (array(
      select f.id from searched_facet f where f.account_id = new.account_id and f.category_ids @> array[new.id]))));
  return null;
end $$;
create trigger searched_category after update on category for each row
  when (old.name is distinct from new.name or old.path is distinct from new.path)
  execute function searched_category_changed();
`
