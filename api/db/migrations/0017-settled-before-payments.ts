import type { Migration } from './migration.ts'
import { owedAgain } from './0017/owed-again.ts'
import { registerLine } from './0017/register-line.ts'
import { settledPaymentsSql } from './0017/settled-payments.ts'

// Ends of buybacks older than 0013, whose own statement could not see the rows of a database that already had its
// policies.
const missingEnds = `
alter table buyback disable trigger user;
update buyback b set ended_at = coalesce(
  (select i.updated_at from item i where i.account_id = b.account_id and i.buyback_id = b.id), b.created_at)
where b.status in ('bb_cancelled', 'bb_not_completed') and b.ended_at is null;
alter table buyback enable trigger user;
`

// Only people know whether a buyback was paid that was settled before the program paid anything.
const settledBefore = `
create temp table settled_before on commit drop as
select b.account_id, b.id as buyback_id, b.payment_status = 'awaiting_payment' as by_hand
from buyback b
where b.status like 'bb_completed%' and not exists (
  select from payment p where p.account_id = b.account_id and p.buyback_id = b.id);

update buyback b set payment_status = case
  when greatest(0, coalesce((i.facts -> 'validated' ->> 'paymentCents')::integer,
    b.validated_price_cents + b.bonus_cents, 0)) = 0 then 'payment_not_needed' else 'payment_created' end
from settled_before s
join item i on i.account_id = s.account_id and i.buyback_id = s.buyback_id
where s.by_hand and b.account_id = s.account_id and b.id = s.buyback_id;
`

// The job promises the day of what is due by hand, and does no more.
const followUp = `
select record_purchase(r.account_id, r.buyback_id, r.amount_cents) from (
  select p.* from settled_before s
  join payment p on p.account_id = s.account_id and p.buyback_id = s.buyback_id order by p.created_at, p.id
) r;
select send_job('payment-start', jsonb_build_object('accountId', p.account_id, 'paymentId', p.id))
from settled_before s
join payment p on p.account_id = s.account_id and p.buyback_id = s.buyback_id
where s.by_hand;
`

/** Payments of buybacks that were settled before there were any, and what is owed again after a loss. */
export const settledBeforePayments: Migration = {
  name: '0017-settled-before-payments',
  async up(run) {
    // Row-level security binds the owner, too: unless the session says so, statements find no rows. One call, for the
    // temporary table and the setting live as long as its transaction.
    await run(
      [
        `select set_config('app.system', 'on', true);`,
        owedAgain,
        registerLine,
        missingEnds,
        settledBefore,
        settledPaymentsSql,
        followUp,
      ].join('\n'),
    )
  },
}
