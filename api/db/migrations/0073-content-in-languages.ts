import type { Migration } from './migration.ts'

const translated = [
  'category',
  'question',
  'answer',
  'payment_mode',
  'shipping_method',
  'circuit',
  'circuit_instruction',
]

const columns = translated
  .map(
    (table) => `alter table ${table} add column translations jsonb not null default '{}'
  check (jsonb_typeof(translations) = 'object');`,
  )
  .join('\n')

/** Texts that customers read, in other languages than the account's (decision 0040). */
export const contentInLanguages: Migration = {
  name: '0073-content-in-languages',
  async up(run) {
    await run(`
${columns}

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

-- Which columns have translations, and under which name.
create function translated_columns() returns table (table_name text, field text, column_name text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values ('category', 'name', 'name'), ('category', 'childrenDescription', 'children_description'),
    ('category', 'highlightedInstruction', 'highlighted_instruction'), ('category', 'imageAlt', 'image_alt'),
    ('question', 'title', 'title'), ('question', 'howToTest', 'how_to_test'),
    ('question', 'description', 'description'),
    ('answer', 'name', 'name'), ('answer', 'description', 'description'),
    ('payment_mode', 'label', 'label'), ('payment_mode', 'description', 'description'),
    ('payment_mode', 'longDescription', 'long_description'), ('payment_mode', 'mailContent', 'mail_content'),
    ('shipping_method', 'description', 'description'),
    ('circuit', 'name', 'name'), ('circuit', 'description', 'description'),
    ('circuit_instruction', 'label', 'label')
$$;

-- The language of an account has become another: a text that is there in it takes the place of the account's own, which
-- stays as a translation. What is not there in it stays as it is.
create function change_text_language(p_account uuid, p_before text, p_after text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t record;
begin
  for t in select * from translated_columns() loop
    execute format($sql$
      update %1$I set %2$I = translations -> $3 ->> $4,
        translations = merged_translations(translations,
          jsonb_build_object($2, jsonb_build_object($4, %2$I), $3, jsonb_build_object($4, null)), '')
      where account_id = $1 and translations -> $3 ? $4$sql$, t.table_name, t.column_name)
    using p_account, p_before, p_after, t.field;
  end loop;
end $$;

create function account_language_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform change_text_language(new.id, old.language, new.language);
  return null;
end $$;
create trigger account_language_changed after update of language on account for each row
  when (old.language is distinct from new.language) execute function account_language_changed();
`)
  },
}
