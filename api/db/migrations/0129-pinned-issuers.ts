import type { Migration } from './migration.ts'

/** The issuer that an account's identity provider named when its configuration was first used. */
export const pinnedIssuers: Migration = {
  name: '0129-pinned-issuers',
  async up(run) {
    await run(`
alter table sso_configuration add column issuer text;

-- Keeping it changes nothing that a person has set: a form that is open stays good.
drop trigger sso_configuration_version on sso_configuration;
create trigger sso_configuration_version before update on sso_configuration
  for each row when (new.issuer is null or new.issuer is not distinct from old.issuer) execute function raise_version();
`)
  },
}
