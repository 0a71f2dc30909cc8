import { writtenConfiguration } from '#domain/circuit/written-configuration.ts'
import { languages } from '#domain/kernel/languages.ts'
import type { Migration } from './migration.ts'

/**
 * Gives each client that has no circuit those that a new one begins with: a circuit of each type, disabled, its shipping
 * method, and the payment modes where it has none.
 */
export const circuitsOfEachClient: Migration = {
  name: '0063-circuits-of-each-client',
  async up(run) {
    const texts = Object.fromEntries(languages.map((language) => [language, writtenConfiguration(language)]))
    await run(`
select set_config('app.system', 'on', true);
do $migration$
declare
  texts constant jsonb := $texts$${JSON.stringify(texts)}$texts$;
  client record;
  said jsonb;
  made uuid;
  method uuid;
begin
  for client in select a.id, a.language from account a
    where not exists (select from circuit c where c.account_id = a.id)
  loop
    if not exists (select from payment_mode m where m.account_id = client.id) then
      insert into payment_mode (account_id, id, type, provider, status, label, description, position)
      select client.id, uuid_v7(), m ->> 'type', m ->> 'provider', m ->> 'status', m ->> 'label', m ->> 'description', n
      from jsonb_array_elements(texts -> client.language -> 'paymentModes') with ordinality as mode (m, n);
    end if;
    for said in select * from jsonb_array_elements(texts -> client.language -> 'circuits') loop
      made := uuid_v7();
      method := uuid_v7();
      insert into circuit (account_id, id, type, name, status, transfer_order_number_of_copy)
      values (client.id, made, said ->> 'type', said ->> 'name', 'disabled', (said ->> 'copies')::int);
      insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label)
      select client.id, uuid_v7(), made, n, i ->> 'type', i ->> 'label'
      from jsonb_array_elements(said -> 'instructions') with ordinality as instruction (i, n);
      insert into shipping_method (account_id, id, type, description)
      values (client.id, method, said ->> 'type', said ->> 'name');
      insert into circuit_shipping_method (account_id, circuit_id, shipping_method_id)
      values (client.id, made, method);
      insert into circuit_payment_mode (account_id, circuit_id, payment_mode_id)
      select client.id, made, m.id from payment_mode m where m.account_id = client.id;
    end loop;
  end loop;
end $migration$;
`)
  },
}
