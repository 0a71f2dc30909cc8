import { listColumns, type ListedColumn } from './0084/list-columns.ts'
import type { Migration } from './migration.ts'

const translated: readonly ListedColumn[] = [
  ['account', 'cookiesPolicy', 'cookies_policy'],
  ['home_page', 'metaTitle', 'meta_title'],
  ['home_page', 'metaDescription', 'meta_description'],
  ['home_widget', 'title', 'title'],
  ['home_widget', 'text', 'text'],
  ['home_widget', 'html', 'html'],
  ['home_widget', 'imageAlt', 'image_alt'],
  ['organization_root_detail', 'eula', 'eula'],
  ['organization_root_detail', 'serviceTerms', 'service_terms'],
  ['organization_root_detail', 'faqAndContact', 'faq_and_contact'],
  ['organization_root_detail', 'buybackZeroDescription', 'buyback_zero_description'],
  ['organization_root_detail', 'noSearchResultDescription', 'no_search_result_description'],
  ['organization_root_detail', 'terms', 'transfer_order_terms'],
]

/** Legal texts, cookie policy, terms of transfer orders and home page in other languages than the account's, as texts and as files (decision 0040). */
export const textsInLanguages: Migration = {
  name: '0085-texts-in-languages',
  async up(run) {
    await run(`
alter table account add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');
alter table organization_root_detail add column translations jsonb not null default '{}'
  check (jsonb_typeof(translations) = 'object');

alter table home_page add column translations jsonb not null default '{}'
  check (jsonb_typeof(translations) = 'object');
alter table home_widget add column translations jsonb not null default '{}'
  check (jsonb_typeof(translations) = 'object');

-- A file is of one language. Those that are there are of the account's.
alter table legal_file add column language text check (language in ('fr-FR', 'en-GB', 'nl-BE', 'de-DE'));
update legal_file f set language = a.language from account a where a.id = f.account_id;
alter table legal_file alter column language set not null, drop constraint legal_file_pkey,
  add primary key (account_id, document, language);

${listColumns(translated)}

-- As 0073 has it, and the account's own row is found by its id.
create or replace function change_text_language(p_account uuid, p_before text, p_after text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t record;
begin
  for t in select * from translated_columns() loop
    execute format($sql$
      update %1$I set %2$I = translations -> $3 ->> $4,
        translations = merged_translations(translations,
          jsonb_build_object($2, jsonb_build_object($4, %2$I), $3, jsonb_build_object($4, null)), '')
      where %3$I = $1 and translations -> $3 ? $4$sql$, t.table_name, t.column_name,
      case t.table_name when 'account' then 'id' else 'account_id' end)
    using p_account, p_before, p_after, t.field;
  end loop;
end $$;

-- A legal text moves whole, as it is read: where there is anything of it in the new language, text or file, its text and
-- its file of before both stay in their language; where there is nothing, both go on being the account's own. What is
-- written with a home, a question or a circuit raises the version of that one, by which its form is saved.
create or replace function account_language_changed() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  d record;
  has_text boolean;
begin
  for d in values ('eula', 'organization_root_detail', 'eula', 'eula', 'account_id'),
      ('service-terms', 'organization_root_detail', 'serviceTerms', 'service_terms', 'account_id'),
      ('faq-and-contact', 'organization_root_detail', 'faqAndContact', 'faq_and_contact', 'account_id'),
      ('cookies-policy', 'account', 'cookiesPolicy', 'cookies_policy', 'id')
  loop
    execute format('select exists (select from %I where %I = $1 and translations -> $2 ? $3)', d.column2, d.column5)
      into has_text using new.id, new.language, d.column3;
    if has_text then continue; end if;
    if exists (select from legal_file f
        where f.account_id = new.id and f.document = d.column1 and f.language = new.language) then
      execute format($sql$
        update %1$I set %2$I = null, translations = merged_translations(translations,
          jsonb_build_object($2, jsonb_build_object($3, case when trim(%2$I) <> '' then %2$I end)), '')
        where %3$I = $1 and %2$I is not null$sql$, d.column2, d.column4, d.column5)
      using new.id, old.language, d.column3;
    else
      update legal_file f set language = new.language
      where f.account_id = new.id and f.document = d.column1 and f.language = old.language;
    end if;
  end loop;
  update home_page set account_id = account_id where account_id = new.id;
  update question q set account_id = account_id where q.account_id = new.id and exists (select from answer a
    where a.account_id = q.account_id and a.question_id = q.id and a.translations ? new.language);
  update circuit c set account_id = account_id where c.account_id = new.id and exists (select from circuit_instruction i
    where i.account_id = c.account_id and i.circuit_id = c.id and i.translations ? new.language);
  perform change_text_language(new.id, old.language, new.language);
  return null;
end $$;
`)
  },
}
