/** A column with translations: its table, its name on the wire, and its own. */
export type ListedColumn = readonly [table: string, field: string, column: string]

/**
 * Adds columns to those that `translated_columns()` lists: what it lists stays, so that two migrations with such columns
 * may run in either order.
 */
export function listColumns(added: readonly ListedColumn[]): string {
  const values = added.map((names) => `(${names.map((name) => `'${name}'`).join(', ')})`).join(', ')
  return `
do $extend$
declare
  listed text;
begin
  select string_agg(format('(%L, %L, %L)', c.table_name, c.field, c.column_name), ', ') into listed
  from (select * from translated_columns() union values ${values}) c;
  execute format($create$create or replace function translated_columns()
    returns table (table_name text, field text, column_name text)
    language sql immutable set search_path = pg_catalog, pg_temp as $listed$ values %s $listed$ $create$, listed);
end $extend$;`
}
