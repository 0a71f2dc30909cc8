import type { Migration } from './migration.ts'

/** What a contract promises stands beside its declared price, so that lists are sorted by what they show. */
export const promisedPrices: Migration = {
  name: '0034-promised-prices',
  async up(run) {
    await run(`
-- The modifiers of a declaration on its price, as domain/buyback/modifiers.ts has them: none on a price of 0. Computed
-- with each change of a buyback, so that it goes without a query of its own, which would take five times as long.
create function promised_price(price integer, declaration jsonb) returns integer
  language plpgsql immutable parallel safe as $$
declare
  modifiers constant jsonb := declaration -> 'modifiers';
  promised numeric := price;
  impact jsonb;
  share numeric;
begin
  if coalesce(price, 0) = 0 or jsonb_typeof(modifiers) is distinct from 'array' then
    return price;
  end if;
  for at in 0 .. jsonb_array_length(modifiers) - 1 loop
    impact := modifiers -> at -> 'impact';
    case impact ->> 'type'
      when 'amount' then
        promised := promised + (impact ->> 'amountCents')::integer;
      when 'percentage' then
        share := round(price * round((impact ->> 'percent')::numeric * 100) / 10000);
        promised := promised + sign(share) * least(abs(share), abs((impact ->> 'capCents')::numeric));
      else
        null;
    end case;
  end loop;
  return promised;
end $$;

alter table buyback add column promised_price_cents integer
  generated always as (promised_price(declared_price_cents, declaration)) stored;
`)
  },
}
