import type { Migration } from './migration.ts'

/** Functions that rule out a way of reading are run, not compiled. */
export const functionsNotCompiled: Migration = {
  name: '0158-functions-not-compiled',
  async up(run) {
    await run(`
-- A way of reading that is ruled out adds so much to the estimated cost of a plan that PostgreSQL compiles it (jit), which
-- takes a hundred times as long as running it. Sessions of the API have that off; here it is off for every other too.
do $$
declare
  found regprocedure;
begin
  for found in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner = (select oid from pg_roles where rolname = current_user)
      and exists (select from unnest(p.proconfig) s where s ~ '^enable_[a-z]+=off$')
      and not exists (select from unnest(p.proconfig) s where s ~ '^jit=')
    order by 1
  loop
    execute format('alter function %s set jit = off', found);
  end loop;
end $$;
`)
  },
}
