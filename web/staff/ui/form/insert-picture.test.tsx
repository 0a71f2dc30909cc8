import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Call, CallInput, Http } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { InsertPicture } from './insert-picture.tsx'

/** The button over a server that keeps what it is sent, and its opened window. */
async function open({ answered }: { readonly answered?: Promise<void> } = {}) {
  const queries = new QueryClient()
  const sent: CallInput[] = []
  const inserted: string[] = []
  const http = async (_call: Call, input: CallInput = {}) => {
    sent.push(input)
    await answered
    return { path: '/api/pictures/x', width: 1200, height: 600 }
  }
  const insert = (html: string) => inserted.push(html)
  const { place } = await drawScreen(
    <InsertPicture owner={{ organizationId: 'client' }} what="Terms of use" onInsert={insert} />,
    {
      language: 'en-GB',
      texts: ['errors'],
      http: http as unknown as Http,
      queries,
      user: signedInUser({ module: 'root', userType: 'admin' }),
    },
  )
  const button = await vi.waitUntil(() => place.querySelector('button'))
  expect(button.ariaLabel).toBe('Insert a picture: Terms of use')
  await userEvent.click(button)
  const dialog = await vi.waitUntil(() => document.querySelector<HTMLElement>('[role=dialog]'))
  const press = (named = 'Insert') =>
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === named)!.click()
  const file = await vi.waitUntil(() => dialog.querySelector<HTMLInputElement>('input[type=file]'))
  const alt = dialog.querySelector<HTMLInputElement>('input:not([type=file])')!
  return { dialog, press, file, alt, sent, inserted, queries }
}

async function png(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/png' })
}

it('asks for a picture and for what it shows, keeps the picture and puts it into the text', async () => {
  const { dialog, press, file, alt, sent, inserted } = await open()
  press()
  await vi.waitFor(() => expect(dialog.textContent).toContain('Choose a picture first.'))
  expect(alt.ariaInvalid).toBe('true')
  await userEvent.upload(file, new File([await png(120, 60)], 'shop.png'))
  await vi.waitFor(() => expect(dialog.querySelector('img')).not.toBeNull())
  await userEvent.fill(alt, 'Our "shop"')
  press()
  const html = '<img src="/api/pictures/x?width=960" alt="Our &quot;shop&quot;" width="960" height="480">'
  await vi.waitFor(() => expect(inserted).toEqual([html]))
  expect(sent).toMatchObject([{ query: { organizationId: 'client' } }])
})

it('puts nothing into the text once its window is closed, though the picture is kept', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const { dialog, press, file, alt, sent, inserted, queries } = await open({ answered })
  await userEvent.upload(file, new File([await png(120, 60)], 'shop.png'))
  await vi.waitFor(() => expect(dialog.querySelector('img')).not.toBeNull())
  await userEvent.fill(alt, 'Our shop')
  press()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  press('Cancel')
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  answer()
  await vi.waitFor(() =>
    expect(
      queries
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.status),
    ).toEqual(['success']),
  )
  expect(inserted).toEqual([])
})

it('says of another file what is wrong with it, and sends nothing', async () => {
  const { dialog, press, file, alt, sent } = await open()
  await userEvent.upload(file, new File(['%PDF-1.7'], 'shop.png'))
  await vi.waitFor(() => expect(dialog.textContent).toContain('This type of file is not accepted'))
  await userEvent.fill(alt, 'Our shop')
  press()
  expect(sent).toEqual([])
})
