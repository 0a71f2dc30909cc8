import type { Tour } from './tour.ts'

/** Operations of a customer behind a private link: an address that is corrected, and the buyback cancelled at last. */
export async function callTracking(tour: Tour, { token }: { readonly token: string }): Promise<void> {
  await tour.call('get /api/tracking/{token}', 'nobody', { params: { token } })
  const address = { clientStreet: '3 rue Haute', clientZipCode: '69002', clientCity: 'Lyon', clientCountry: 'FR' }
  await tour.call('post /api/tracking/{token}/corrections', 'nobody', { params: { token }, json: { address } })
  const link = await tour.value(
    `select substring(body_text from '/buyback/tracking/(c_[[:alnum:]_-]+)') as id from mail_message
      where kind = 'address_correction' order by created_at desc limit 1`,
  )
  const params = { token: link }
  await tour.call('get /api/corrections/{token}', 'nobody', { params })
  await tour.call('post /api/corrections/{token}/confirm', 'nobody', { params })
  await tour.call('post /api/tracking/{token}/cancel', 'nobody', { params: { token }, json: { reason: 'mistake' } })
}
