-- Extensions, and the functions that tables of every context lean on.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

create function current_account_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;

-- A UUIDv7 on servers that have none built in: random bits, the first 48 replaced by milliseconds, version 7.
create function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
  language sql parallel safe
  return encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid;

-- The text that searches compare: lower case, without accents. unaccent() is only stable because its dictionary
-- could change; naming the dictionary makes the answer fixed for an index.
create function search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent', value));
end $$;

-- Every update of a versioned row raises its version, regardless of the writer and of what that says.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation', table = tg_table_name,
    constraint = tg_table_name || '_append_only';
end $$;

-- Words as the search compares them: no accents, no case, letters and digits apart.
create function search_words(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return trim(regexp_replace(regexp_replace(regexp_replace(lower(public.unaccent('public.unaccent', value)),
    '[^[:alnum:]]+', ' ', 'g'), '([a-z])([0-9])', '\1 \2', 'g'), '([0-9])([a-z])', '\1 \2', 'g'));
end $$;

-- A code as the search compares it: letters and digits alone, numbers without leading zeros.
create function search_code(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return nullif(ltrim(regexp_replace(lower(public.unaccent('public.unaccent', value)), '[^a-z0-9]', '', 'g'), '0'), '');
end $$;

-- Words, and their stems in the languages of the product.
create function search_terms(words text) returns tsvector language plpgsql immutable strict parallel safe as $$
begin
  return strip(to_tsvector('pg_catalog.simple', words) || to_tsvector('pg_catalog.french', words)
    || to_tsvector('pg_catalog.dutch', words) || to_tsvector('pg_catalog.german', words)
    || to_tsvector('pg_catalog.english', words));
end $$;

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

-- Translations as a change leaves them: what it names is written, null is taken away, and the rest stays. The account's
-- own language has its texts in the columns.
create function merged_translations(p_present jsonb, p_given jsonb, p_own text) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(l.language, l.texts) filter (where l.texts <> '{}'), '{}')
  from (
    select k.language, jsonb_strip_nulls(coalesce(p_present -> k.language, '{}') || coalesce(p_given -> k.language, '{}')) as texts
    from (select jsonb_object_keys(p_present || p_given)) k (language)
    where k.language <> p_own
  ) l
$$;

-- The words of a product's names in other languages; null where it has none.
create function translated_words(p_translations jsonb) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp
  return (select public.search_words(string_agg(t.texts ->> 'label', ' ' order by t.language))
    from jsonb_each(p_translations) t (language, texts) where t.texts ->> 'label' is not null);

-- The words of a text as told rows are searched for them, the longest first, which an index finds the fewest rows by.
create function told_words(p_text text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(w.word order by length(w.word) desc, w.word), '{}') from (
    select distinct search_text(t.word) as word
    from regexp_split_to_table(p_text, '\s+') t (word) where t.word <> '' limit 10) w
$$;

-- A pattern that finds a word anywhere: what is a sign of patterns is meant as itself.
create function told_pattern(p_word text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select '%' || regexp_replace(p_word, '([\\%_])', '\\\1', 'g') || '%'
$$;
