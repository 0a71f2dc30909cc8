import type { Migration } from './migration.ts'

/** Recovery codes by a slow, salted hash, and of users who have passkeys alone. */
export const slowRecoveryCodes: Migration = {
  name: '0115-slow-recovery-codes',
  async up(run) {
    await run(`
-- Null for a code that was given before: its hash is SHA-256, and it is taken until it is used or replaced.
alter table recovery_code add column salt bytea check (octet_length(salt) = 16);
alter table recovery_code drop constraint recovery_code_account_id_user_id_fkey;
alter table recovery_code add constraint recovery_code_account_id_user_id_fkey
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade;
`)
  },
}
