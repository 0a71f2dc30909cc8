-- The office’s list of products.

-- What a text asks of a product's words: a known code is answered by it alone, the last word may be the beginning of
-- one. Asked is null where there is nothing in it to search for.
create function listed_product_query(p_account uuid, p_text text, OUT asked tsquery, OUT is_code boolean)
  returns record
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  words constant text[] := (string_to_array(nullif(search_words(p_text), ''), ' '))[1:10];
begin
  select string_agg(quote_literal(code), ' | ')::tsquery into asked from unnest(search_codes(p_text)) code;
  -- Materialized, so that it is asked of the index whatever the statistics say: few products have one code.
  execute 'with found as materialized (
      select from listed_product l where l.account_id = $1 and l.terms @@ $2)
    select exists (select from found)' into is_code using p_account, asked;
  if not is_code then
    asked := case when words is not null then search_query(words, true) end;
  end if;
end $$;

-- A page of the current account's products that pass the filters, and their number where it is asked for. p_least
-- and p_most hold a price for each grade or none, in the order of functional and A to E. p_order holds fields, each
-- followed by its direction; label and id part those that are equal, in the last direction.
--
-- Statuses and categories are read one by one, each along an index in its order, as far as the page may reach: read
-- together they would have to be sorted. All of it is planned again each time, since what is rare and what is not wants
-- another plan.
--
-- Words are met soon on the way along an order, or not at all: names that begin alike stand beside each other. So the
-- way is walked a little, and where that does not fill the page, the index of words finds all that there are.
create function product_page(p_text text, p_categories uuid[], p_statuses text[], p_least integer[], p_most integer[],
  p_order text[], p_limit integer, p_offset integer, p_counts boolean, OUT ids uuid[], OUT total integer)
  returns record
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  below constant uuid[] := case when p_categories is not null then
    array(select c.id from category c where c.account_id = account and c.path && p_categories) end;
  within constant text := case when below is null then '' else ' and l.category_id = any ($3)' end;
  reach constant integer := p_limit + p_offset;
  asked tsquery;
  is_code boolean;
  grades constant text[] := array['functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'];
  prices text := '';
  named text := '';
  fields text := '';
  direction text := 'asc';
begin
  for at in 1 .. cardinality(grades) loop
    prices := prices || coalesce(format(' and l.%I >= ', grades[at] || '_price_cents') || p_least[at], '')
      || coalesce(format(' and l.%I <= ', grades[at] || '_price_cents') || p_most[at], '');
  end loop;
  for at in 1 .. cardinality(p_order) by 2 loop
    direction := case p_order[at + 1] when 'desc' then 'desc' else 'asc' end;
    fields := fields || case p_order[at]
      when 'label' then 'label ' || direction
      when 'brand' then 'brand ' || direction
      when 'status' then 'status ' || direction
      when 'createdAt' then 'created_at ' || direction
      when 'buybackPriceGradeA' then 'grade_a_price_cents ' || direction || ' nulls last'
    end || ', ';
  end loop;
  fields := fields || format('label %1$s, product_id %1$s', direction);

  if p_text is null then
    execute format($q$
      select array(
        select x.product_id from unnest($4) s (asked_status) %1$s cross join lateral (
          select l.product_id, l.status, l.label, l.brand, l.grade_a_price_cents, l.created_at from listed_product l
          where l.account_id = $1 and l.status = s.asked_status %2$s order by %3$s limit $5 + $6) x
        order by %3$s limit $5 offset $6)
      $q$,
      case when below is null then '' else 'cross join unnest($3) c (asked_category)' end,
      case when below is null then '' else ' and l.category_id = c.asked_category' end || prices, fields)
    into ids using account, asked, below, p_statuses, p_limit, p_offset;
  else
    select q.asked, q.is_code into asked, is_code from listed_product_query(account, p_text) q;
    named := case when asked is null then ' and false' else ' and l.terms @@ $2' end;
    if asked is not null and not is_code and cardinality(p_order) <= 2 and reach <= 400 then
      execute format($q$
        with met as materialized (
          select x.* from unnest($4) s (asked_status) cross join lateral (
            select * from (
              select * from listed_product l where l.account_id = $1 and l.status = s.asked_status
              order by %1$s limit least(20 * $7, 6000)) l
            where true %2$s order by %1$s limit $7) x
        )
        select case when (select count(*) from met) = $7 * cardinality($4) then
          array(select m.product_id from met m order by %1$s limit $5 offset $6) end
        $q$, fields, named || within || prices)
      into ids using account, asked, below, p_statuses, p_limit, p_offset, reach;
    end if;
    if ids is null then
      execute format($q$
        with found as materialized (
          select l.product_id, l.status, l.label, l.brand, l.grade_a_price_cents, l.created_at from listed_product l
          where l.account_id = $1 and l.status = any ($4) %2$s
        )
        select array(select f.product_id from found f order by %1$s limit $5 offset $6)
        $q$, fields, named || within || prices)
      into ids using account, asked, below, p_statuses, p_limit, p_offset;
    end if;
  end if;

  if p_counts then
    execute 'select count(*) from listed_product l where l.account_id = $1 and l.status = any ($4)' || within || prices
      || named into total using account, asked, below, p_statuses;
  end if;
end $$;
