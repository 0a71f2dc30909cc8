import { sql, type Transaction } from 'kysely'
import type { Carrier, PointAnswer, PointsAnswer } from '#api/adapters/carrier/carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import type { RelayPlace } from '#domain/circuit/relay-points.ts'
import { openSecretsOf } from './carrier-queries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

interface Method {
  readonly accountId: string
  readonly shippingMethodId: string
}

/** The points of the carrier that serves a shipping method. */
export interface CarrierPoints {
  near(method: Method, place: RelayPlace): Promise<PointsAnswer>
  one(method: Method, reference: string): Promise<PointAnswer>
}

/** Creates what asks carriers for their points, with no transaction open while they answer. */
export function createCarrierPoints(
  deps: Pick<DeliveryDeps, 'database' | 'vault' | 'openCarrier' | 'carrierHosts'>,
): CarrierPoints {
  const opened = (method: Method) =>
    inAccount(deps.database, method.accountId, async (tx) => {
      const found = await findCarrier(tx, method)
      return found && { carrier: await open(tx, deps, method.accountId, found.carrierId), country: found.country }
    })
  return {
    near: async (method, place) => {
      const found = await opened(method)
      return found?.carrier ? found.carrier.relayPoints(place, found.country) : 'unknown'
    },
    one: async (method, reference) => {
      const found = await opened(method)
      return found?.carrier ? found.carrier.relayPoint(reference) : 'unknown'
    },
  }
}

async function findCarrier(tx: Transaction<Tables>, { accountId, shippingMethodId }: Method) {
  const { rows } = await sql<{ carrierId: string; country: string }>`
    select c.id as "carrierId", a.company_country as country
    from carrier_service s
    join carrier c on c.account_id = s.account_id and c.id = s.carrier_id and c.status = 'active'
    join account a on a.id = s.account_id
    where s.account_id = ${accountId} and s.shipping_method_id = ${shippingMethodId}`.execute(tx)
  return rows[0] ?? null
}

async function open(
  tx: Transaction<Tables>,
  { vault, openCarrier, carrierHosts }: Pick<DeliveryDeps, 'vault' | 'openCarrier' | 'carrierHosts'>,
  accountId: string,
  carrierId: string,
): Promise<Carrier | null> {
  const secrets = await openSecretsOf(tx, vault, { accountId, carrierId })
  return secrets === null || !carrierHosts.includes(new URL(secrets.url).host) ? null : openCarrier(secrets)
}
