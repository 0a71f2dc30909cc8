import type { Migration } from './migration.ts'

/**
 * The version of a user is that of what the office edits: signing in and a new password leave it, so that nobody is told
 * of a conflict because the user has just signed in.
 */
export const versionsOfUsers: Migration = {
  name: '0052-versions-of-users',
  async up(run) {
    await run(`
      drop trigger user_account_version on user_account;
      create trigger user_account_version before update on user_account for each row
        when ((old.last_login_at, old.password_hash, old.password_changed_at)
          is not distinct from (new.last_login_at, new.password_hash, new.password_changed_at))
        execute function raise_version();`)
  },
}
