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
