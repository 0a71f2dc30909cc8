-- Exports and imports of the catalog.

create table export_job (
  -- A file that can be made again does not keep its account.
  account_id uuid not null references account on delete cascade,
  id uuid not null,
  content text not null check (content in ('products', 'categories', 'diagnostic')),
  -- No foreign key: who asks may act from an account of its own.
  started_by uuid not null,
  created_at timestamptz not null,
  -- Tries at the file; parts of an earlier one are never mixed with those of a later.
  attempt integer not null default 0 check (attempt >= 0),
  -- When the latest try looked at the catalog; null while none has.
  begun_at timestamptz,
  -- Null until the file is whole.
  finished_at timestamptz,
  file_name text check (char_length(file_name) between 1 and 120),
  entries_count integer check (entries_count >= 0),
  parts_count integer check (parts_count >= 1),
  -- Who waits for the file. No foreign keys: who asks may act from an account of its own.
  asked_by uuid[] not null default '{}',
  -- Null unless nobody waits for it any more. What is cancelled before its begin has begun by that: it is not shared.
  cancelled_at timestamptz,
  -- Its round in the queue; null until it has one.
  turn integer check (turn >= 0),
  -- Lines that the latest try has written, and those that there will be.
  entries_done integer not null default 0 check (entries_done >= 0),
  entries_expected integer check (entries_expected >= 0),
  primary key (account_id, id),
  check ((begun_at is null) = (attempt = 0)),
  check (num_nonnulls(finished_at, file_name, entries_count, parts_count) in (0, 4)),
  check (cancelled_at is null or finished_at is null)
);
-- Who asks for what waits already shares it: it shows nothing older than what is asked for now.
create unique index export_job_waiting on export_job (account_id, content) where begun_at is null;

create table export_part (
  account_id uuid not null,
  export_id uuid not null,
  number integer not null check (number >= 1),
  bytes bytea not null check (octet_length(bytes) > 0),
  primary key (account_id, export_id, number),
  foreign key (account_id, export_id) references export_job (account_id, id) on delete cascade
);

create table catalog_import (
  account_id uuid not null references account on delete cascade,
  id uuid not null,
  origin text not null default 'user' check (origin in ('user', 'account', 'rs')),
  source_account_id uuid references account on delete set null,
  content text not null check (content in ('categories', 'products', 'diagnostic')),
  strategy text not null check (strategy in ('generic', 'recommerce', 'uuid')),
  status text not null default 'in_progress',
  file_name text not null check (char_length(file_name) between 1 and 255),
  -- As it came; gone once the import has ended.
  file bytea,
  -- No foreign key: who imports may act from an account of its own.
  created_by uuid,
  created_at timestamptz not null,
  queued_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- When it last came on, or was taken up again.
  touched_at timestamptz not null,
  -- Tries in a row that have failed.
  failures integer not null default 0 check (failures >= 0),
  -- How far the file is written: in the parts that are decided together, and in lines.
  units_done integer not null default 0 check (units_done >= 0),
  lines_done integer not null default 0 check (lines_done >= 0),
  lines_found integer not null check (lines_found >= 0),
  lines_inserted integer not null default 0 check (lines_inserted >= 0),
  lines_updated integer not null default 0 check (lines_updated >= 0),
  lines_ignored integer not null default 0 check (lines_ignored >= 0),
  error text,
  -- No foreign keys: an import outlives the link to its buyer.
  buyer_account_id uuid,
  buyer_organization_id uuid,
  told text not null generated always as (search_text(file_name)) stored,
  -- How the account matched the columns when the file was taken: what it says later is of later files.
  matching jsonb not null default '{}',
  -- Tells a file from another one under the same id.
  file_hash bytea check (octet_length(file_hash) = 32),
  -- What the trial found: counts, and how prices move. Null of what was never tried.
  trial jsonb check (jsonb_typeof(trial) = 'object'),
  -- Lines that did something else than the trial had said.
  lines_differing integer not null default 0 check (lines_differing >= 0),
  -- Rows of catalog_import_change that say what was written.
  changes_count integer not null default 0 check (changes_count >= 0),
  cancelled_by uuid,
  undo_status text check (undo_status in ('in_progress', 'done', 'partly', 'error')),
  undo_by uuid,
  undo_asked_at timestamptz,
  undo_ended_at timestamptz,
  -- Whether what was changed since is taken back too, because a person has decided so.
  undo_changed boolean not null default false,
  undo_failures integer not null default 0 check (undo_failures >= 0),
  undone_count integer not null default 0 check (undone_count >= 0),
  left_count integer not null default 0 check (left_count >= 0),
  -- When the file and the changes of an import went; it cannot be taken back from then on.
  forgotten_at timestamptz,
  primary key (account_id, id),
  constraint catalog_import_check2 check ((status = 'error') = (error is not null)),
  constraint catalog_import_check3 check (lines_inserted + lines_updated + lines_ignored <= lines_done and lines_done
    <= lines_found),
  constraint catalog_import_of_buyer check ((buyer_account_id is null) = (buyer_organization_id is null)),
  constraint catalog_import_of_buyer_prices check (buyer_account_id is null or (content = 'products' and strategy =
    'recommerce')),
  -- 'trying': the file is decided without being written; 'tried': it waits for a person to start it.
  constraint catalog_import_status check (status in
    ('trying', 'tried', 'in_progress', 'success', 'success_with_ignored', 'error', 'cancelled')),
  constraint catalog_import_ended check ((status in ('trying', 'tried', 'in_progress')) = (ended_at is null)),
  -- The file stays after the end: the history hands it out.
  constraint catalog_import_open_file check (status not in ('trying', 'tried', 'in_progress') or file is not null),
  constraint catalog_import_undo check ((undo_status is null) = (undo_asked_at is null)
    and (undo_status is null or status not in ('trying', 'tried', 'in_progress')))
);
create index catalog_import_by_time on catalog_import (account_id, created_at desc, id desc);
create index catalog_import_waiting on catalog_import (account_id, queued_at, id) where status = 'in_progress';
create index catalog_import_undoing on catalog_import (account_id, undo_asked_at) where undo_status = 'in_progress';
create index catalog_import_tried on catalog_import (account_id, created_at) where status in ('trying', 'tried');
create index catalog_import_kept on catalog_import (ended_at) where forgotten_at is null and ended_at is not null;

create table catalog_import_ignored (
  account_id uuid not null,
  import_id uuid not null,
  line integer not null check (line >= 2),
  code text not null check (char_length(code) between 1 and 64),
  field text check (char_length(field) <= 64),
  -- A line may be told several things, each with the value that it is about; a notice leaves no line out.
  place integer not null default 1 check (place >= 1),
  value text check (char_length(value) <= 400),
  other text check (char_length(other) <= 400),
  is_notice boolean not null default false,
  -- What the line calls the thing that it is about.
  reference text check (char_length(reference) <= 120),
  primary key (account_id, import_id, line, place),
  foreign key (account_id, import_id) references catalog_import (account_id, id) on delete cascade
);

-- What the files of an account call the columns; an empty column is one that is not read.
create table catalog_column_matching (
  account_id uuid not null references account on delete cascade,
  content text not null check (content in ('products', 'categories', 'diagnostic')),
  name text not null check (char_length(name) between 1 and 255),
  column_name text not null check (char_length(column_name) <= 64),
  primary key (account_id, content, name)
);

-- What an import has written, or what its trial says it will: the values of the columns that change, before and after.
create table catalog_import_change (
  account_id uuid not null,
  import_id uuid not null,
  -- Place in the order of writing, which taking back goes through from its end.
  place integer not null check (place >= 0),
  line integer not null check (line >= 2),
  thing_id uuid not null,
  outcome text not null check (outcome in ('inserted', 'updated', 'unchanged')),
  name text not null,
  reference text,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  fields text[] not null,
  -- Whether a price of it rises or falls.
  rises boolean not null,
  falls boolean not null,
  -- Whether the trial had said something else of the line.
  differs boolean not null default false,
  -- What became of it when the import was taken back; null while nothing has.
  undo text check (undo in ('undone', 'archived', 'changed', 'used', 'misplaced', 'gone')),
  primary key (account_id, import_id, place),
  foreign key (account_id, import_id) references catalog_import (account_id, id) on delete cascade
);
create index catalog_import_change_of_thing on catalog_import_change (account_id, thing_id);

-- What the price lists of a buyer call the columns.
create table buyer_column_matching (
  account_id uuid not null references account on delete cascade,
  -- No foreign key: a buyer's entity may stand in an account of its own.
  buyer_organization_id uuid not null,
  content text not null check (content in ('products', 'categories', 'diagnostic')),
  name text not null check (char_length(name) between 1 and 255),
  column_name text not null check (char_length(column_name) <= 64),
  primary key (account_id, buyer_organization_id, content, name)
);

-- Forgets what is older, in every account; answers how many.
create function sweep_exports(p_before timestamptz) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from export_job where created_at < p_before returning 1) select count(*) from gone
$$;

-- Accounts with an import, or one that is being taken back, that has not come on for a while and that no job waits for:
-- its process is gone.
create function imports_unworked(p_since timestamptz, p_limit integer) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.account_id from catalog_import i
  where i.status = 'in_progress' or i.undo_status = 'in_progress'
  group by i.account_id
  having max(i.touched_at) < p_since
    and not exists (select from pgboss.job j
      where j.name = 'catalog-import' and j.data = jsonb_build_object('accountId', i.account_id)
        and j.state <> 'completed' and j.state in ('created', 'retry'))
  order by max(i.touched_at) limit p_limit
$$;

-- Forgets what was tried and never started. So many changes go in a round: a trial of a long file has as many as the
-- file has lines.
create function sweep_trials(p_before timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  most constant integer := 5000;
  old record;
  deleted integer;
  gone integer := 0;
  trials bigint := 0;
begin
  for old in
    select i.account_id, i.id from catalog_import i
    where i.status in ('trying', 'tried') and i.created_at < p_before
    order by i.created_at limit 5 for update skip locked
  loop
    delete from catalog_import_change c where c.ctid = any (array(select n.ctid from catalog_import_change n
      where n.account_id = old.account_id and n.import_id = old.id limit most - gone));
    get diagnostics deleted = row_count;
    gone := gone + deleted;
    exit when gone >= most;
    delete from catalog_import i where i.account_id = old.account_id and i.id = old.id;
    trials := trials + 1;
  end loop;
  return trials;
end $$;

-- Trials that rest, and for which no job waits or works any more.
create function trials_unworked(p_since timestamptz, p_limit integer)
  returns table (account_id uuid, import_id uuid, lines integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.account_id, i.id, i.lines_found from catalog_import i
  where i.status = 'trying' and i.touched_at < p_since
    and not exists (select from pgboss.job j
      where j.name in ('catalog-trial', 'catalog-trial-long') and j.state in ('created', 'retry', 'active')
        and j.data = jsonb_build_object('accountId', i.account_id, 'importId', i.id))
  order by i.touched_at limit p_limit
$$;

-- The row with its counts and its ignored lines stays in the history. So many changes go in a round, of the import
-- first that has ended first: a long transaction would hold back what devices are told. Taking back is refused before
-- that.
create function forget_imports(p_before timestamptz, p_at timestamptz, p_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old record;
  deleted integer;
  gone integer := 0;
begin
  for old in
    select i.account_id, i.id from catalog_import i
    where i.ended_at < p_before and i.forgotten_at is null
      and i.status in ('success', 'success_with_ignored', 'error', 'cancelled')
      and i.undo_status is distinct from 'in_progress'
    order by i.ended_at limit 5 for update skip locked
  loop
    delete from catalog_import_change c where c.ctid = any (array(select n.ctid from catalog_import_change n
      where n.account_id = old.account_id and n.import_id = old.id limit p_rows - gone));
    get diagnostics deleted = row_count;
    gone := gone + deleted;
    exit when gone >= p_rows;
    update catalog_import i set file = null, forgotten_at = p_at where i.account_id = old.account_id and i.id = old.id;
  end loop;
  return gone;
end $$;
