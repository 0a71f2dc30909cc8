import { workbookType } from '#domain/kernel/workbook-type.ts'
import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'
import { workbook } from './zip-file.ts'

const cells = (...texts: readonly string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

/** Operations of the lists that people keep in workbooks. */
export async function callListWorkbooks(tour: Tour, admin: TestSession): Promise<void> {
  const send = (head: readonly string[]) => ({
    headers: { 'content-type': workbookType },
    body: workbook({ List: cells(...head) + cells(...head.map(() => 'x')) }),
  })
  const language = { query: 'language=de-DE' }
  await tour.call('post /api/users/import/workbook', admin, send(['email', 'firstname', 'lastname']))
  await tour.call('get /api/users/import/template.xlsx', admin, language)
  await tour.call('post /api/delivery-events/import/workbook', admin, send(['trackingNumber', 'at', 'status']))
  await tour.call('get /api/delivery-events/import/template.xlsx', admin, language)
  const point = ['reference', 'name', 'zipCode', 'city', 'country']
  await tour.call('post /api/relay-points/workbook', admin, send(point))
  await tour.call('get /api/relay-points/template.xlsx', admin, language)
}
