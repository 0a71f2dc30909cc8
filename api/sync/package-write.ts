import type { BatchToWrite } from './batch-to-write.ts'

type Row = Record<string, unknown>

/** Actions of histories that send an item on its way. */
const departures = ['close_package', 'hand_over', 'ship_return']

/** What a batch writes of packages and transports; null where it is nothing. */
export function packageWrites(
  batch: BatchToWrite,
): { readonly packages: readonly Row[]; readonly transports: readonly Row[] } | null {
  const packages = packageRows(batch)
  const transports = transportRows(batch)
  return packages.length + transports.length === 0 ? null : { packages, transports }
}

function packageRows({ decisions, atMs }: BatchToWrite): readonly Row[] {
  const latest = new Map<string, Row>()
  for (const { op, writes } of decisions)
    for (const row of writes.packages ?? []) {
      const isClosed = row.status === 'closed'
      latest.set(row.id, {
        id: row.id,
        status: row.status,
        origin_store_id: row.origin.type === 'store' ? row.origin.storeId : null,
        origin_warehouse_id: row.origin.type === 'warehouse' ? row.origin.warehouseId : null,
        destination_warehouse_id: row.destinationWarehouseId,
        item_ids: row.itemIds,
        number: row.number,
        // The label is the platform's own, so that it can be printed as soon as the closing is known.
        label_state: isClosed ? 'ready' : 'none',
        opened_by: row.openedBy,
        opened_at: new Date(atMs).toISOString(),
        closed_by: isClosed ? op.actor : null,
        closed_at: row.closedAtMs === null ? null : new Date(row.closedAtMs).toISOString(),
        version: row.version,
      })
    }
  return [...latest.values()]
}

/** A repeat of a closing is a line of the history: what it names has left with the first one. */
function transportRows({ decisions, newId }: BatchToWrite): readonly Row[] {
  const leaving = decisions.flatMap(({ writes }) =>
    writes.items.filter(({ entry }) => departures.includes(entry.action) && entry.details?.['isRepeat'] !== true),
  )
  return leaving.map(({ row, entry }) => ({
    id: newId(),
    item_id: row.id,
    package_id: entry.details?.['packageId'] ?? null,
  }))
}

/** Parts of the writing statement for both, as JSON in the given parameters; `$1` is the account, `$10` the time. */
export function packageWriteSql(packages: string, transports: string): string {
  return `packages as (
    insert into package as k (account_id, id, status, origin_store_id, origin_warehouse_id, destination_warehouse_id,
      item_ids, number, label_state, opened_by, opened_at, closed_by, closed_at, version)
    select $1, r.id, r.status, r.origin_store_id, r.origin_warehouse_id, r.destination_warehouse_id, r.item_ids,
      r.number, r.label_state, r.opened_by, r.opened_at, r.closed_by, r.closed_at, r.version
    from jsonb_to_recordset(${packages}::jsonb) r (id uuid, status text, origin_store_id uuid,
      origin_warehouse_id uuid, destination_warehouse_id uuid, item_ids uuid[], number text, label_state text,
      opened_by uuid, opened_at timestamptz, closed_by uuid, closed_at timestamptz, version integer)
    on conflict (account_id, id) do update set status = excluded.status, item_ids = excluded.item_ids,
      number = excluded.number, label_state = excluded.label_state, closed_by = excluded.closed_by,
      closed_at = excluded.closed_at, version = excluded.version
  ), transports as (
    insert into transport (account_id, id, buyback_id, item_id, package_id, created_at)
    select $1, r.id, i.buyback_id, r.item_id, r.package_id, $10::timestamptz
    from jsonb_to_recordset(${transports}::jsonb) r (id uuid, item_id uuid, package_id uuid)
    join item i on i.account_id = $1 and i.id = r.item_id
  ), `
}
