import type { Migration } from './migration.ts'

/** A refurb question may be asked of one product alone; each product has an order of its own, as the account has. */
export const refurbQuestionsOfProducts: Migration = {
  name: '0086-refurb-questions-of-products',
  async up(run) {
    await run(`
alter table refurb_question add column product_id uuid,
  add foreign key (account_id, product_id) references product (account_id, id) on delete cascade,
  drop constraint refurb_question_account_id_position_key,
  add constraint refurb_question_place unique nulls not distinct (account_id, product_id, position) deferrable;
`)
  },
}
