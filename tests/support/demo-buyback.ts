import type pg from 'pg'

/** A buyback as tests of the office name it. */
export interface DemoBuyback {
  readonly id: string
  readonly code: string
  /** Last name of the customer. */
  readonly client: string
  /** Its payment, where there is one. */
  readonly paymentId: string | null
}

/**
 * The latest buyback of the demo's first account that fulfils a condition on it (`b`), its item (`i`), its customer
 * (`u`) and its payment (`p`).
 */
export async function findBuyback(owner: pg.Client, condition: string): Promise<DemoBuyback> {
  const { rows } = await owner.query<DemoBuyback>(
    `select b.id, b.identification_number as code, u.last_name as client, p.id as "paymentId" from buyback b
       join user_account a on a.account_id = b.account_id and a.email = 'store_manager@demo.example'
       join item i on i.account_id = b.account_id and i.buyback_id = b.id
       left join customer u on u.account_id = b.account_id and u.id = b.customer_id
       left join payment p on p.account_id = b.account_id and p.buyback_id = b.id
     where ${condition} order by b.created_at desc, b.id desc limit 1`,
  )
  if (rows[0] === undefined) throw new Error(`the demo has no buyback with ${condition}`)
  return rows[0]
}
