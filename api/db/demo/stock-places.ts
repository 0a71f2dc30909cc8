import type pg from 'pg'

/** The short name of each native stock, and where it stands in its warehouse. */
const places = [
  { native: 'awaiting_control', identifier: 'CTRL', location: 'Quai 1' },
  { native: 'to_refurbish', identifier: 'RECO', location: 'Allée A' },
  { native: 'refurbishment_completed', identifier: 'PRET', location: 'Allée B' },
  { native: 'in_quarantine', identifier: 'QUAR', location: 'Cage C' },
  { native: 'customer_return', identifier: 'RET', location: 'Quai 2' },
] as const

/** Says of an account's native stocks, which come with their warehouses, how they are called and where they stand. */
export async function nameNativeStocks(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(
    `update stock s set identifier = p.identifier, location = p.location
     from jsonb_to_recordset($2) as p (native text, identifier text, location text)
     where s.account_id = $1 and s.native = p.native`,
    [accountId, JSON.stringify(places)],
  )
}
