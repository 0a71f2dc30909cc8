import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { CallError, type Call, type CallInput, type Http } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { LegalFiles } from './legal-files.tsx'

const whole = '%PDF-1.7\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n'

/** The section over a server that has the PDF of one text, which refuses the first changes of it. */
async function open(refused = 0, isScanned = true) {
  const sent: {
    readonly method: string
    readonly document: string
    readonly language: unknown
    readonly body: unknown
    readonly version: unknown
  }[] = []
  const file = {
    document: 'eula',
    language: 'fr-FR',
    path: '/api/public/legal-files/x',
    bytes: 12_400,
    version: 7,
    createdAt: '2026-03-02T09:00:00.000Z',
  }
  const http = vi.fn((call: Call, { params, query, body, ifMatch }: CallInput = {}) => {
    const language = query?.['language']
    if (call.method !== 'get') {
      sent.push({ method: call.method, document: params!['document']!, language, body, version: ifMatch })
      if (sent.length <= refused) {
        file.version++
        return Promise.reject(new CallError('refused', { code: 'REQUEST_VERSION_CONFLICT', status: 409 }))
      }
    }
    return Promise.resolve(call.method === 'get' ? { files: [{ ...file }], isScanned } : file)
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
    return found
  })
  const choose = (text: string, at = 1) => userEvent.upload(input[at]!, new File([text], 'cgv.pdf'))
  return { place, sent, choose }
}

it('keeps a PDF as soon as it is chosen, and links to the one there (SET-14)', async () => {
  const { place, sent, choose } = await open()
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/api/public/legal-files/x')
  await choose(whole)
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { method: 'put', document: 'service-terms', language: 'fr-FR', body: { pdf: btoa(whole) }, version: 0 },
    ]),
  )
})

it('keeps the file that another user has preceded, and gives it once more over theirs', async () => {
  const { place, sent, choose } = await open(1)
  await choose(whole, 0)
  const again = await vi.waitUntil(() =>
    [...place.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Put my file in its place all the same',
    ),
  )
  await vi.waitFor(() => expect(place.querySelector('[class*=error]')?.textContent).toContain('Somebody changed this'))
  await userEvent.click(again)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { document: 'eula', body: { pdf: btoa(whole) }, version: 7 },
    { document: 'eula', body: { pdf: btoa(whole) }, version: 8 },
  ])
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

it('is given in each language, where it says that it is missing', async () => {
  const { place, sent } = await open()
  const german = [...place.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
    textContent.startsWith('Deutsch'),
  )!
  expect(german.textContent).toContain('1')
  await userEvent.click(german)
  await vi.waitFor(() => expect(place.querySelector('a')).toBeNull())
  const input = place.querySelectorAll<HTMLInputElement>('input[type="file"]')[0]!
  await userEvent.upload(input, new File([whole], 'agb.pdf'))
  await vi.waitFor(() => expect(sent).toMatchObject([{ document: 'eula', language: 'de-DE' }]))
})

it('says so where nothing looks for viruses', async () => {
  const said = 'not scanned for viruses'
  expect((await open(0, true)).place.textContent).not.toContain(said)
  expect((await open(0, false)).place.textContent).toContain(said)
})
