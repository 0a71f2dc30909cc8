/**
 * Makes the payments of buybacks that were settled without one, with attempts and postings. They stand in a temporary
 * table `settled_before (account_id, buyback_id)`, and their statuses are final already.
 */
export const settledPaymentsSql = `
-- What is under way or failed was begun by a payout service; what is due has the provider of its mode.
insert into payment (account_id, id, buyback_id, amount_cents, currency, payment_mode_id, provider, created_at,
  attempts, completed_at)
select b.account_id, uuid_v7(b.settled_at), b.id,
  greatest(0, coalesce((i.facts -> 'validated' ->> 'paymentCents')::integer, b.validated_price_cents + b.bonus_cents, 0)),
  a.currency, b.payment_mode_id,
  case when b.payment_status in ('payment_initiated', 'payment_failed') then 'http'
    when b.payment_status = 'payment_created' and m.type = 'bank_transfer' and m.provider = 'bank_transfer'
      then 'transfer_file'
    else 'manual' end,
  b.settled_at, case when b.payment_status in ('payment_initiated', 'payment_failed') then 1 else 0 end,
  case when b.payment_status = 'payment_completed' then b.settled_at + interval '3 days' end
from settled_before s
join buyback b on b.account_id = s.account_id and b.id = s.buyback_id
join account a on a.id = b.account_id
join item i on i.account_id = b.account_id and i.buyback_id = b.id
left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
where b.status like 'bb_completed%';

insert into payment_attempt (account_id, id, payment_id, number, key, provider, state, started_at, ended_at)
select p.account_id, uuid_v7(p.created_at), p.id, 1, replace(p.id::text, '-', '') || '-1', 'http',
  case when b.payment_status = 'payment_failed' then 'failed' else 'accepted' end, p.created_at + interval '1 minute',
  case when b.payment_status = 'payment_failed' then p.created_at + interval '2 hours' end
from settled_before s
join buyback b on b.account_id = s.account_id and b.id = s.buyback_id
join payment p on p.account_id = b.account_id and p.buyback_id = b.id
where p.provider = 'http';

-- Every posting below is two lines of one amount; asking each line for it would take longer than the load.
alter table ledger_entry disable trigger ledger_entry_balanced;
insert into ledger_entry (account_id, id, posting_id, payment_id, kind, ledger, amount_cents, currency, posted_at)
select p.account_id, uuid_v7(g.at), g.posting, p.id, g.kind, l.ledger, l.sign * p.amount_cents, p.currency, g.at
from settled_before s
join buyback b on b.account_id = s.account_id and b.id = s.buyback_id
join payment p on p.account_id = b.account_id and p.buyback_id = b.id
cross join lateral (
  select 'owed' as kind, p.created_at as at, uuid_v7(p.created_at) as posting
  union all
  select 'paid', p.completed_at, uuid_v7(p.completed_at) where b.payment_status = 'payment_completed'
) g
cross join lateral (values
  (case g.kind when 'owed' then 'purchases' else 'customers' end, 1),
  (case g.kind when 'owed' then 'customers' else 'manual' end, -1)
) l (ledger, sign)
where p.amount_cents > 0;
alter table ledger_entry enable trigger ledger_entry_balanced;
`
