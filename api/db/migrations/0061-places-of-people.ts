import type { Migration } from './migration.ts'

// Written out in each place: a login that writes an entity has no right to a function of the owner's.
const moduleOfType = (type: string): string =>
  `case ${type} when 'store' then 'tim' when 'warehouse' then 'rps' when 'buyer' then 'lcm' else 'root' end`

const workplaceOf = (type: string): string =>
  `case when ${type} like 'management_unit%' then 'management_unit' when ${type} like 'store%' then 'store'
    when ${type} like 'warehouse%' then 'warehouse' when ${type} = 'buyer_manager' then 'buyer'
    else 'root_management_unit' end`

/**
 * Binds the module of an entity to its type, the type of a user to the entity that the user works in, and an absorbed
 * value to whole cents. Modules and fractions of cents that break this are corrected. People who work elsewhere stay
 * where they are, since only their account knows where they belong; the next user who writes such a post corrects it.
 */
export const placesOfPeople: Migration = {
  name: '0061-places-of-people',
  async up(run) {
    await run(`
update organization set module_type = ${moduleOfType('type')} where module_type <> ${moduleOfType('type')};

-- Whoever adds an entity need not say what follows.
create function organization_module() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.module_type := ${moduleOfType('new.type')};
  return new;
end $$;
create trigger organization_module before insert on organization for each row execute function organization_module();
alter table organization add constraint organization_module_of_type check (module_type = ${moduleOfType('type')});

create function user_module_workplace() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  place text;
  workplace text := ${workplaceOf('new.user_type')};
  earlier text := case when tg_op = 'UPDATE' then ${workplaceOf('old.user_type')} end;
begin
  -- One of those who worked elsewhere before may become another of the same place, as an identity provider says.
  if workplace = earlier and new.organization_id = old.organization_id then return new; end if;
  select o.type into place from organization o where o.account_id = new.account_id and o.id = new.organization_id;
  -- An entity that is not there is refused by the foreign key.
  if place <> workplace then
    raise exception 'a % does not work in a %', new.user_type, place
      using errcode = 'check_violation', table = 'user_module', constraint = 'user_module_workplace';
  end if;
  return new;
end $$;
create trigger user_module_workplace before insert or update of account_id, user_type, organization_id on user_module
  for each row execute function user_module_workplace();

update category set absorption_value = round(absorption_value)
  where absorption_type = 'value' and absorption_value <> trunc(absorption_value);
alter table category add constraint category_absorption_cents
  check (absorption_type <> 'value' or absorption_value = trunc(absorption_value));
`)
  },
}
