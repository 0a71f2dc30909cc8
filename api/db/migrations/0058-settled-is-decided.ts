import type { Migration } from './migration.ts'

/**
 * A held operation becomes refused when a user settles it, so that its device learns of it and nothing waits for it any
 * more. The trigger does the same for what an earlier version still writes while it runs. What was settled before this
 * migration is refused from the moment of its settlement, and its sealed arguments leave the ledger as with any
 * decision.
 */
export const settledIsDecided: Migration = {
  name: '0058-settled-is-decided',
  async up(run) {
    await run(`
create function sync_op_settled() returns trigger language plpgsql as $$
begin
  new.status := 'rejected';
  new.decided_at := coalesce(new.decided_at, new.resolved_at);
  return new;
end $$;
create trigger sync_op_settled before insert or update on sync_op for each row
  when (new.status = 'held' and new.resolved_at is not null) execute function sync_op_settled();

select set_config('app.system', 'on', true);
update sync_op set status = 'rejected', decided_at = resolved_at,
    args = case when type in ('sellInStore', 'finalizeInStore') then args - 'sealed' else args end
  where status = 'held' and resolved_at is not null;
`)
  },
}
