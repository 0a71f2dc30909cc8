import type { Migration } from './migration.ts'

/** Photos that prove what a test found. They come in parts, apart from the operations that name them. */
export const evidence: Migration = {
  name: '0008-evidence',
  async up(run) {
    await run(`
create table evidence_photo (
  account_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  -- The question whose answer it shows; no key, since questions of a declaration outlive those of the catalog.
  question_id uuid,
  user_id uuid not null,
  device_id uuid not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  received_bytes integer not null default 0,
  width integer check (width > 0),
  height integer check (height > 0),
  taken_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Null until every byte is here and was found to be the image that was announced.
  uploaded_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, item_id) references item (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id),
  check (received_bytes between 0 and size_bytes),
  check (uploaded_at is null or (received_bytes = size_bytes and width is not null and height is not null))
);
create index evidence_photo_by_item on evidence_photo (account_id, item_id);
create index evidence_photo_by_user on evidence_photo (account_id, user_id);
create table evidence_chunk (
  account_id uuid not null,
  photo_id uuid not null,
  offset_bytes integer not null check (offset_bytes >= 0),
  bytes bytea not null check (octet_length(bytes) > 0),
  primary key (account_id, photo_id, offset_bytes),
  foreign key (account_id, photo_id) references evidence_photo (account_id, id) on delete cascade
);
`)
  },
}
