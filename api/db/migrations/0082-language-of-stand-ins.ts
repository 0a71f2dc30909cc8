import type { Migration } from './migration.ts'

/**
 * Papers and the register speak the language of their reader, which they take from the row that stands in for an
 * administrator of the platform: the language that is picked follows the name there.
 */
export const languageOfStandIns: Migration = {
  name: '0082-language-of-stand-ins',
  async up(run) {
    await run(`
create or replace function rename_stand_ins() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.account_id = platform_account() then
    update user_account s set first_name = new.first_name, last_name = new.last_name, language = new.language
    where s.id = new.id and s.stands_in;
  end if;
  return null;
end $$;
drop trigger user_account_stand_ins on user_account;
create trigger user_account_stand_ins after update of first_name, last_name, language on user_account for each row
  when ((old.first_name, old.last_name, old.language) is distinct from (new.first_name, new.last_name, new.language))
  execute function rename_stand_ins();
update user_account s set language = u.language from user_account u
  where s.stands_in and u.id = s.id and u.account_id = platform_account();
`)
  },
}
