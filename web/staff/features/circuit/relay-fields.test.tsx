import { expect, it, vi } from 'vitest'
import { relayColumns } from '#domain/circuit/relay-file.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { RelayFields } from './relay-fields.tsx'

it('a faulty file is not sent, and may be chosen again once it is mended', async () => {
  const http = vi.fn() as unknown as Http
  await drawScreen(<RelayFields methodId="s1" value="file" count={0} isOff={false} onChange={() => undefined} />, {
    texts: ['circuit'],
    http,
  })
  const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>('input[type="file"]'))
  const files = new DataTransfer()
  files.items.add(new File([`${relayColumns.join(';')}\n;Kiosque;;75011;Paris;FR;;;`], 'points.csv'))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => expect(document.querySelector('[role="alert"]')?.textContent).toContain('2'))
  expect(http).not.toHaveBeenCalled()
  // A browser tells of no change where an input that is not empty is given the same file.
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  input.addEventListener('click', (event) => event.preventDefault(), { once: true })
  input.dispatchEvent(click)
  expect(input.files).toHaveLength(0)
})

it('a workbook is read by the server, and its points are sent as those of a text are', async () => {
  const csv = `${relayColumns.join(';')}\n007;Kiosque;;75011;Paris;FR;;;`
  const asked: [string, unknown][] = []
  const http = (async ({ path }: { readonly path: string }, { body }: { readonly body: unknown }) => {
    asked.push([path, body])
    return path.endsWith('/workbook') ? { csv } : { count: 1 }
  }) as unknown as Http
  const { place } = await drawScreen(
    <RelayFields methodId="s1" value="file" count={0} isOff={false} onChange={() => undefined} />,
    { language: 'en-GB', texts: ['circuit'], http },
  )
  const input = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input[type="file"]'))
  expect(input.accept).toContain('.xlsx')
  const files = new DataTransfer()
  files.items.add(new File(['PK\u0003\u0004\0'], 'points.xlsx'))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => expect(place.textContent).toContain('1 point imported'))
  expect(asked.map(([path]) => path)).toEqual(['/api/relay-points/workbook', '/api/shipping-methods/{id}/relay-points'])
  expect(asked[1]![1]).toEqual({ csv })
})
