import type { Migration } from './migration.ts'

/**
 * Hands out no more mails and papers than a runner asks for. A sub-query with a limit that is joined may be run once for
 * each row of the table, and then takes another row each time; what it took for nobody waits out its lease. Materialised,
 * it is run once.
 */
export const claimsOfOneRunner: Migration = {
  name: '0057-claims-of-one-runner',
  async up(run) {
    await run(`
create or replace function mail_claim(p_limit integer, p_lease_seconds integer)
  returns table (account_id uuid, id uuid, kind text, recipient text, language text, subject text, body_text text,
    body_html text, attempts integer)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select d.account_id, d.id from mail_message d
    where d.status in ('queued', 'sending') and d.next_attempt_at <= now()
    order by d.next_attempt_at limit p_limit for update skip locked
  )
  update mail_message m
  set status = 'sending', attempts = m.attempts + 1,
    next_attempt_at = now() + make_interval(secs => p_lease_seconds)
  from due
  where m.account_id = due.account_id and m.id = due.id
  returning m.account_id, m.id, m.kind, m.recipient, m.language, m.subject, m.body_text, m.body_html, m.attempts
$$;

create or replace function buyback_documents_claim(p_limit integer, p_lease_seconds integer)
  returns table (account_id uuid, id uuid, buyback_id uuid, kind text, attempts integer)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select w.account_id, w.id from buyback_document w
    where w.state = 'awaiting' and w.next_attempt_at <= now()
    order by w.next_attempt_at limit p_limit for update skip locked
  )
  update buyback_document d
  set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => p_lease_seconds)
  from due
  where d.account_id = due.account_id and d.id = due.id
  returning d.account_id, d.id, d.buyback_id, d.kind, d.attempts
$$;
`)
  },
}
