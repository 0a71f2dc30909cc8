import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Call, CallInput, Http } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { LegalFiles } from './legal-files.tsx'

const whole = '%PDF-1.7\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n'

/** The section over a server that has the PDF of one text. */
async function open() {
  const sent: { readonly method: string; readonly document: string; readonly body: unknown }[] = []
  const file = {
    document: 'eula',
    path: '/api/public/legal-files/x',
    bytes: 12_400,
    createdAt: '2026-03-02T09:00:00.000Z',
  }
  const http = vi.fn((call: Call, { params, body }: CallInput = {}) => {
    if (call.method !== 'get') sent.push({ method: call.method, document: params!['document']!, body })
    return Promise.resolve(call.method === 'get' ? { files: [file] } : file)
  })
  const { place } = await drawScreen(<LegalFiles />, {
    language: 'en-GB',
    texts: ['settings', 'errors'],
    http: http as unknown as Http,
    queries: new QueryClient(),
    user: signedInUser({ module: 'root', userType: 'root_management_unit_manager' }),
  })
  const input = await vi.waitFor(() => {
    const found = place.querySelectorAll<HTMLInputElement>('input[type="file"]')
    expect(found).toHaveLength(4)
    return found[1]!
  })
  return { place, sent, choose: (text: string) => userEvent.upload(input, new File([text], 'cgv.pdf')) }
}

it('keeps a PDF as soon as it is chosen, and links to the one there (SET-14)', async () => {
  const { place, sent, choose } = await open()
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/api/public/legal-files/x')
  await choose(whole)
  await vi.waitFor(() =>
    expect(sent).toEqual([{ method: 'put', document: 'service-terms', body: { pdf: btoa(whole) } }]),
  )
})

it.each([
  ['<html></html>', 'not a PDF'],
  [whole.slice(0, -4), 'cut off'],
  [whole.replace('1 0 obj', ' '.repeat(250_000)), '250 kB at most'],
])('says of another file what is wrong with it, and sends nothing (SET-15)', async (text, said) => {
  const { place, sent, choose } = await open()
  await choose(text)
  await vi.waitFor(() => expect(place.textContent).toContain(said))
  expect(sent).toEqual([])
})
