import type { Migration } from './migration.ts'

/** One-time codes as a second step of signing in, and the recovery codes that stand in for a lost device. */
export const oneTimeCodes: Migration = {
  name: '0099-one-time-codes',
  async up(run) {
    await run(`
create table user_code (
  account_id uuid not null,
  user_id uuid not null,
  -- Sealed.
  secret bytea not null,
  -- Null until a code has shown that the user's device holds the secret.
  confirmed_at timestamptz,
  -- The step of the last code that was taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);

create table recovery_code (
  account_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references user_code (account_id, user_id) on delete cascade
);

-- What happened to a user's ways of signing in, and by whom; kept as it was written.
create table access_event (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('codes_on', 'codes_off', 'codes_reset', 'recovery_code_used')),
  actor_name text not null,
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);
create index access_event_by_user on access_event (account_id, user_id, at);
`)
  },
}
