import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'

const headers = { 'content-type': 'application/merge-patch+json' }

/** Operations of circuits and the rules that give them. */
export async function callCircuits(tour: Tour, office: TestSession): Promise<void> {
  interface Rules {
    readonly 'hydra:member': readonly {
      readonly circuit: { readonly id: string }
      readonly categoryIds: readonly string[]
    }[]
  }
  const rules = await tour.call<Rules>('get /api/dispatch-circuit-rules', office, { query: 'circuit.channel=web' })
  const [rule] = rules['hydra:member']
  const params = { id: rule!.circuit.id }
  await tour.call('get /api/circuit-options', office)
  await tour.call('get /api/circuits/{id}', office, { params })
  await tour.call('patch /api/circuits/{id}', office, { params, headers, json: { description: 'Sous 14 jours' } })
  await tour.call('get /api/circuits', office, { query: 'channel=web' })
  await tour.call('post /api/circuits', office, { json: { type: 'web_post', name: 'Envoi du contrat' } })
  await tour.call('post /api/circuits/{id}/duplicate', office, { params, json: { name: 'Copie du contrat' } })
  const link = { params: { id: rule!.categoryIds[0]!, circuitId: params.id } }
  await tour.call('delete /api/categories/{id}/circuits/{circuitId}', office, link)
  await tour.call('post /api/categories/{id}/circuits/{circuitId}', office, link)
}

/** Operations of payment modes. */
export async function callPaymentModes(tour: Tour, office: TestSession): Promise<void> {
  const params = { id: await tour.firstOf('get /api/payment-modes', office) }
  await tour.call('get /api/payment-modes/{id}', office, { params })
  await tour.call('patch /api/payment-modes/{id}', office, { params, headers, json: { description: 'Sous 5 jours' } })
  await tour.call('post /api/payment-modes', office, { json: { type: 'voucher', label: 'Bon du contrat' } })
  await tour.call('post /api/payment-modes/{id}/duplicate', office, { params, json: { label: 'Copie du contrat' } })
}

/** Operations of slots: the shipping method of a buyback becomes one of home collection. */
export async function callPickups(
  tour: Tour,
  shippingMethodId: string,
  params: { readonly id: string; readonly token: string },
): Promise<void> {
  const everyDay = Array.from({ length: 7 }, (_, at) => ({ day: at + 1, opens: '09:00', closes: '12:00' }))
  const cutOff = { days: 0, time: '23:59' }
  const rules = { windows: everyDay, capacity: 1, daysAhead: 5, cutOff, holidaysOf: null, closedOn: [] }
  await tour.owner.query(`update shipping_method set type = 'web_collect', pickup = $2 where id = $1`, [
    shippingMethodId,
    JSON.stringify(rules),
  ])
  await tour.call('get /api/public/shipping-methods/{id}/slots', 'visitor', { params: { id: shippingMethodId } })
  const offered = await tour.call<{ slots: readonly { day: string; opens: string }[] }>(
    'get /api/tracking/{token}/slots',
    'nobody',
    { params },
  )
  const { day, opens } = offered.slots.at(-1)!
  await tour.call('post /api/tracking/{token}/slot', 'nobody', { params, json: { day, opens } })
  await tour.owner.query(`delete from pickup_booking where buyback_id = $1`, [params.id])
  await tour.owner.query(`update shipping_method set type = 'web_post', pickup = null where id = $1`, [
    shippingMethodId,
  ])
}

/** Operations of relay points: a shipping method becomes one whose parcels are handed over at points of a file. */
async function callRelayPoints(tour: Tour, office: TestSession, params: { readonly id: string }): Promise<void> {
  const { rows } = await tour.owner.query<{ type: string }>('select type from shipping_method where id = $1', [
    params.id,
  ])
  await tour.owner.query(`update shipping_method set type = 'web_drop_label', relay_points = 'file' where id = $1`, [
    params.id,
  ])
  const csv = 'reference,name,zipCode,city,country\nP1,Kiosque,75011,Paris,FR'
  await tour.call('put /api/shipping-methods/{id}/relay-points', office, { params, json: { csv } })
  const query = 'near=75011'
  await tour.call('get /api/public/shipping-methods/{id}/relay-points', 'visitor', { params, query })
  await tour.owner.query(`update shipping_method set type = $2, relay_points = null where id = $1`, [
    params.id,
    rows[0]!.type,
  ])
}

/** Operations of shipping methods. */
export async function callShippingMethods(tour: Tour, office: TestSession): Promise<void> {
  const params = { id: await tour.firstOf('get /api/shipping-methods', office) }
  await callRelayPoints(tour, office, params)
  await tour.call('get /api/shipping-methods/{id}', office, { params })
  await tour.call('patch /api/shipping-methods/{id}', office, { params, headers, json: { description: 'En colis' } })
  await tour.call('post /api/shipping-methods', office, { json: { type: 'web_post', description: 'Par la poste' } })
  const json = { description: 'Copie du contrat' }
  await tour.call('post /api/shipping-methods/{id}/duplicate', office, { params, json })
}
