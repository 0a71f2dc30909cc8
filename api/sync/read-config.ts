import type { Config, Scope } from '#sync/wire/pull.ts'
import type { AccountSql, Statement } from './account-sql.ts'
import { coordinatesSql, dispatchSql } from '#api/db/dispatch-sql.ts'
import { productRefurbQuestionsSql, refurbQuestionsSql, refurbStepsSql } from '#api/db/refurb-sql.ts'

const readStatement: Statement = {
  name: 'sync-read-config',
  text: `select json_build_object(
    'stocks', coalesce((select json_agg(json_build_object('id', s.id, 'warehouseId', s.warehouse_id, 'name', s.name,
      'identifier', s.identifier, 'native', s.native, 'location', s.location) order by s.warehouse_id, lower(s.name))
      from stock s where s.account_id = $1), '[]'),
    'warehouses', coalesce((select json_agg(json_build_object('id', o.id, 'name', o.common_name, 'city', o.city,
      'coordinates', ${coordinatesSql}, 'isActive', o.status = 'active') order by o.common_name, o.id)
      from organization o where o.account_id = $1 and o.type = 'warehouse'), '[]'),
    'stores', coalesce((select json_agg(json_build_object('id', o.id, 'name', o.common_name,
      'coordinates', ${coordinatesSql}) order by o.id)
      from organization o where o.account_id = $1 and o.id = any($3::uuid[])), '[]'),
    'people', coalesce((select json_agg(json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
      order by u.id) from user_account u where u.account_id = $1 and exists (select 1 from user_module m
      where m.account_id = $1 and m.user_id = u.id and m.module = 'rps' and m.organization_id = any($2::uuid[]))), '[]'),
    'categories', coalesce((select json_agg(json_build_object('id', k.id, 'parentId', k.parent_category_id) order by k.id)
      from category k where k.account_id = $1 and k.parent_category_id is not null), '[]'),
    'dispatch', ${dispatchSql},
    'refurbQuestions', coalesce(${refurbQuestionsSql}, '[]'),
    'productRefurbQuestions', coalesce(${productRefurbQuestionsSql}, '[]'),
    'refurbSteps', coalesce(${refurbStepsSql}, '[]'),
    'questionnaires', coalesce((select json_agg(json_build_object('id', q.id, 'questions', q.content -> 'questions')
      order by q.id) from questionnaire q where q.account_id = $1), '[]'),
    'settings', (select json_build_object(
      'warehouseCheckinRequirement', coalesce(d.warehouse_checkin_requirement, 'optional'),
      'isWarehouseCommentMandatory', coalesce(d.is_warehouse_comment_mandatory, false),
      'timeZone', a.time_zone, 'currency', a.currency)
      from account a left join organization_root_detail d on d.account_id = a.id where a.id = $1)) as config`,
}

/** Everything small that a device of a scope keeps whole. */
export async function readConfig(sql: AccountSql, scope: Scope): Promise<Config> {
  const values = [scope.accountId, scope.warehouseIds, scope.storeIds]
  const [row] = await sql.rows<{ config: Config }>(readStatement, values)
  if (row === undefined) throw new Error('the configuration answers one row')
  return row.config
}
