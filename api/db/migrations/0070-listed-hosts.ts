import type { Migration } from './migration.ts'

/** The hosts that a public site shows images of, and that its tags reach after consent. What absorbs nothing says so. */
export const listedHosts: Migration = {
  name: '0070-listed-hosts',
  async up(run) {
    await run(`
alter table account
  add column image_hosts text[] not null default '{}' check (cardinality(image_hosts) <= 20),
  add column tag_hosts text[] not null default '{}' check (cardinality(tag_hosts) <= 20);

update category set absorption_type = 'none', absorption_value = null, absorption_max_cents = null
  where absorption_type <> 'none' and absorption_value = 0;
`)
  },
}
