/** Widgets of the public home, and the questions of a category as they stand today. */
export const homeAndQuestions = `
create table home_widget (
  account_id uuid not null references account,
  id uuid not null,
  position integer not null check (position >= 1),
  type text not null check (type in ('html', 'featured_products', 'search_banner')),
  title text check (char_length(title) between 1 and 255),
  text text check (char_length(text) <= 500),
  html text check (char_length(html) <= 20000),
  image text check (char_length(image) <= 2048),
  image_alt text check (char_length(image_alt) <= 255),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  unique (account_id, position) deferrable,
  check ((type = 'html') = (html is not null)),
  check (type = 'html' or title is not null)
);
create trigger home_widget_version before update on home_widget for each row execute function raise_version();

create table home_widget_product (
  account_id uuid not null,
  widget_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 1),
  primary key (account_id, widget_id, product_id),
  foreign key (account_id, widget_id) references home_widget (account_id, id) on delete cascade,
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create index home_widget_product_by_product on home_widget_product (account_id, product_id);

-- The questions of a category in the form that declarations freeze.
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
            else jsonb_build_object('type', 'none') end) order by a.position), '[]')
        from answer a where a.account_id = q.account_id and a.question_id = q.id)) order by c.position), '[]'))
  from category_question c
  join question q on q.account_id = c.account_id and q.id = c.question_id
  where c.account_id = p_account and c.category_id = p_category
$$;

-- The frozen questions of a category of the current account; frozen now where they have changed since the last time.
-- Null where the category asks nothing.
create function questionnaire_of_day(p_category uuid) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
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
`
