-- Questions, and questionnaires as they were shown.

create table question (
  account_id uuid not null references account,
  id uuid not null,
  title text not null check (char_length(title) between 2 and 255),
  how_to_test text check (char_length(how_to_test) <= 3000),
  description text check (char_length(description) <= 3000),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  image text check (char_length(image) <= 2048),
  primary key (account_id, id)
);
create trigger question_version before update on question for each row execute function raise_version();
create trigger question_in_catalog_insert after insert on question referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger question_in_catalog_update after update on question referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger question_in_catalog_delete after delete on question referencing old table as changed_rows
  for each statement execute function catalog_changed();

create table answer (
  account_id uuid not null,
  id uuid not null,
  question_id uuid not null,
  position integer not null check (position >= 1),
  name text not null check (char_length(name) between 2 and 255),
  description text check (char_length(description) <= 3000),
  best_grade text not null check (best_grade in ('grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  -- A percentage is whole; an amount is in cents.
  impact_type text not null default 'none' check (impact_type in ('none', 'percentage', 'amount')),
  impact_value integer not null default 0,
  impact_cap_cents integer,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  is_last boolean not null default false,
  primary key (account_id, id),
  unique (account_id, question_id, position) deferrable,
  foreign key (account_id, question_id) references question (account_id, id) on delete cascade,
  check ((impact_type = 'none') = (impact_value = 0)),
  check (impact_type <> 'percentage' or impact_value between -100 and 100),
  check (impact_cap_cents is null or (impact_type = 'percentage' and sign(impact_cap_cents) = sign(impact_value)))
);
create trigger answer_in_catalog_insert after insert on answer referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger answer_in_catalog_update after update on answer referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger answer_in_catalog_delete after delete on answer referencing old table as changed_rows
  for each statement execute function catalog_changed();

create table category_question (
  account_id uuid not null,
  category_id uuid not null,
  question_id uuid not null,
  position integer not null check (position >= 1),
  primary key (account_id, category_id, question_id),
  unique (account_id, category_id, position) deferrable,
  foreign key (account_id, category_id) references category (account_id, id),
  foreign key (account_id, question_id) references question (account_id, id) on delete cascade
);
create index category_question_by_question on category_question (account_id, question_id);
create trigger category_question_in_catalog_insert after insert on category_question referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger category_question_in_catalog_update after update on category_question referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger category_question_in_catalog_delete after delete on category_question referencing old table as
  changed_rows
  for each statement execute function catalog_changed();

-- The questions of a category as they stood on one day. A declaration names one; it never changes.
create table questionnaire (
  account_id uuid not null references account,
  id uuid not null,
  category_id uuid not null,
  content jsonb not null check (jsonb_typeof(content -> 'questions') = 'array'),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, category_id) references category (account_id, id)
);
create index questionnaire_by_category on questionnaire (account_id, category_id);
create trigger questionnaire_frozen before delete or update on questionnaire
  for each row execute function refuse_change();
create trigger questionnaire_inserted after insert on questionnaire referencing new table as changed_rows
  for each statement execute function log_change('config', 'questionnaire');
create trigger questionnaire_public_insert after insert on questionnaire referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger questionnaire_public_update after update on questionnaire referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger questionnaire_public_delete after delete on questionnaire referencing old table as changed_rows
  for each statement execute function public_changed();

-- Said of such an answer alone, so that what is frozen of the others stays as it is.
create function questionnaire_content(p_account uuid, p_category uuid) returns jsonb
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object('questions', coalesce(jsonb_agg(jsonb_build_object(
      'id', q.id, 'title', q.title, 'howToTest', q.how_to_test, 'description', q.description,
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'description', a.description,
          'bestGrade', a.best_grade, 'impact', case a.impact_type
            when 'percentage' then jsonb_build_object('type', 'percentage', 'percent', a.impact_value,
              'capCents', a.impact_cap_cents)
            when 'amount' then jsonb_build_object('type', 'amount', 'amountCents', a.impact_value)
            else jsonb_build_object('type', 'none') end)
          || case when a.is_last then '{"isLast": true}'::jsonb else '{}' end order by a.position), '[]')
        from answer a where a.account_id = q.account_id and a.question_id = q.id)) order by c.position), '[]'))
  from category_question c
  join question q on q.account_id = c.account_id and q.id = c.question_id
  where c.account_id = p_account and c.category_id = p_category
$$;

-- The frozen questions of a category of the current account; frozen now where they have changed since the last time.
-- Null where the category asks nothing.
create function questionnaire_of_day(p_category uuid) returns uuid
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  asked constant jsonb := questionnaire_content(account, p_category);
  latest questionnaire;
begin
  if asked -> 'questions' = '[]' then
    return null;
  end if;
  for attempt in 1 .. 2 loop
    select q.* into latest from questionnaire q where q.account_id = account and q.category_id = p_category
      order by q.created_at desc, q.id desc limit 1;
    if latest.content = asked then
      return latest.id;
    end if;
    -- Two visitors may be the first at once; the second finds what the first has frozen.
    if attempt = 1 then
      perform pg_advisory_xact_lock(hashtextextended('questionnaire:' || account || p_category, 0));
    end if;
  end loop;
  insert into questionnaire (account_id, id, category_id, content, created_at)
  values (account, uuid_v7(), p_category, asked, clock_timestamp()) returning id into latest.id;
  return latest.id;
end $$;
