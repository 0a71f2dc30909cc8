/**
 * Dispatch rules of account $1 in order, with default warehouse and geographic criterion, as a JSON object. Warehouses
 * that are inactive are no destination.
 */
export const dispatchSql = `json_build_object(
    'rules', coalesce((select json_agg(json_build_object('id', r.id, 'title', r.title, 'conditions', r.conditions,
        'warehouseIds', coalesce((select json_agg(w.warehouse_id order by w.position)
          from warehouse_dispatch_rule_warehouse w
          join organization o on o.account_id = $1 and o.id = w.warehouse_id and o.status = 'active'
          where w.account_id = $1 and w.rule_id = r.id), '[]'))
        order by r.position)
      from warehouse_dispatch_rule r where r.account_id = $1), '[]'),
    'defaultWarehouseId', (select o.id from warehouse_dispatch d
      join organization o on o.account_id = $1 and o.id = d.default_warehouse_id and o.status = 'active'
      where d.account_id = $1),
    'isGeographic', coalesce((select d.is_geographic from warehouse_dispatch d where d.account_id = $1), false))`

/** Coordinates of an organization `o` as a JSON object; null where it has none. */
export const coordinatesSql = `case when o.latitude is not null and o.longitude is not null
  then json_build_object('latitude', o.latitude, 'longitude', o.longitude) end`
