import type { TestSession } from './api.ts'
import { createAccount } from './factories.ts'
import type { Tour } from './tour.ts'

/** Operations of client administration. */
export async function callClients(tour: Tour, admin: TestSession): Promise<void> {
  await tour.call('get /api/accounts', admin)
  const { id } = await createAccount(tour.owner, 'Client du contrat')
  await tour.owner.query(`update account set status = 'inactive' where id = $1`, [id])
  await tour.call('delete /api/accounts/{id}', admin, { params: { id } })
}
