// Statements that make a simulated account.

/** The account itself. */
export const setUp = `
with a as (insert into account (id, name, is_retailer) values ($1, 'Simulated', true)),
o as (insert into organization (account_id, id, parent_organization_id, type, common_name, path, module_type) values
  ($1, $2, null, 'root_management_unit', 'Head office', '{}', 'root')),
d as (insert into organization_root_detail (account_id, id, warehouse_checkin_requirement, is_warehouse_comment_mandatory)
  values ($1, $2, $3, $4))
select 1`

/** Warehouses, people, and the words of the catalog. */
export const fill = `
with w as (insert into organization (account_id, id, parent_organization_id, type, common_name, path, module_type)
  select $1, id, $2, 'warehouse', 'Warehouse', '{}', 'rps' from unnest($3::uuid[]) id),
c as (insert into category (account_id, id, name, identifier, path) values ($1, $2, 'Phones', 'phones', '{}')),
k as (insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Post')),
u as (insert into user_account (account_id, id, email, first_name, last_name)
  select $1, id, id || '@sim.example', 'Sim', 'Operator' from unnest($4::uuid[]) id)
insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Phone', 'Brand', $2)`

/** Shelves, the questionnaire, and the refurb steps with their questions. */
export const floor = `
with s as (insert into stock (account_id, id, warehouse_id, name)
  select $1, id, warehouse, 'Shelf' from unnest($2::uuid[], $3::uuid[]) x (id, warehouse)),
q as (insert into questionnaire (account_id, id, category_id, content) values ($1, $4, $5, $6::jsonb)),
t as (insert into refurb_step (account_id, id, name, warehouse_id, stock_id)
  select $1, id, 'Step', $7, stock from unnest($8::uuid[], $9::uuid[]) x (id, stock)),
c as (insert into refurb_step_cost (account_id, step_id, warehouse_id, cost_cents)
  select $1, id, $7, cost from unnest($8::uuid[], $10::int[]) x (id, cost)),
o as (insert into refurb_question (account_id, id, label, type, position)
  values ($1, $11, 'Battery', 'unique', 1), ($1, $12, 'Look', 'multiple', 2)),
a as (insert into refurb_answer (account_id, id, question_id, label, position)
  select $1, id, question, 'Answer', at from unnest($13::uuid[], $14::uuid[]) with ordinality x (id, question, at))
insert into refurb_answer_step (account_id, answer_id, step_id, position)
  select $1, answer, step, at from unnest($15::uuid[], $16::uuid[]) with ordinality x (answer, step, at)`

/** Where people work, and the buybacks. */
export const people = `
with m as (insert into user_module (account_id, user_id, module, user_type, organization_id)
  select $1, u, 'rps', t, w from unnest($2::uuid[], $3::uuid[], $9::text[]) x (u, w, t))
insert into buyback (account_id, id, identification_number, status, circuit_id, category_id, product_id, declaration,
  settled_at)
  select $1, id, number, status, $7, $7, $7, $8::jsonb, case when status like 'bb_completed%' then now() end
  from unnest($4::uuid[], $5::text[], $6::text[]) x (id, number, status)`

/** The items. */
export const things = `
insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id,
  created_at, tested, facts, warehouse_id, stock_id)
select $1, x.id, x.id, code, $5, status, destination, now(), tested, facts::jsonb, s.warehouse_id, s.id
from unnest($2::uuid[], $3::text[], $4::text[], $6::uuid[], $7::bool[], $8::text[], $9::text[])
  x (id, code, status, destination, tested, facts, native)
left join stock s on s.account_id = $1 and s.warehouse_id = x.destination and s.native = x.native`

/** The stocks of both warehouses, in the same order in every account. */
export const findStocks = `
select id, warehouse_id as "warehouseId", native from stock
where account_id = $1 and warehouse_id = any ($2::uuid[])
order by array_position($2::uuid[], warehouse_id), native`

/** Sessions of the people. */
export const sessions = `
insert into session (account_id, id, token_hash, user_id, module, viewed_account_id, expires_at)
select $1, id, hash, u, 'rps', $1, now() + interval '1 day'
from unnest($2::uuid[], $3::bytea[], $4::uuid[]) x (id, hash, u)`
