import type { Migration } from './migration.ts'

/** What a contract promises stands beside its declared price, so that lists are sorted by what they show. */
export const promisedPrices: Migration = {
  name: '0034-promised-prices',
  async up(run) {
    await run(`
-- The modifiers of a declaration on its price, as domain/buyback/modifiers.ts has them: none on a price of 0.
create function promised_price(price integer, declaration jsonb) returns integer
  language sql immutable parallel safe as $$
  select price + case when price = 0 then 0 else coalesce((
    select sum(case impact ->> 'type'
      when 'amount' then (impact ->> 'amountCents')::numeric
      when 'percentage' then sign(plain) * least(abs(plain), abs((impact ->> 'capCents')::numeric))
      else 0 end)
    from jsonb_path_query(declaration, 'lax $.modifiers[*].impact') impact,
      lateral (select round(price * round((impact ->> 'percent')::numeric * 100) / 10000) as plain) rounded
  ), 0)::integer end
$$;

alter table buyback add column promised_price_cents integer
  generated always as (promised_price(declared_price_cents, declaration)) stored;
`)
  },
}
