import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { TransferOrderPage } from './transfer-order-page.tsx'

/** The page over a server with these terms; `saves` are what it was sent. */
async function open(stored: { readonly terms: string | null; readonly isActive: boolean }) {
  const saves: unknown[] = []
  const http = createHttp({
    fetch: async (_url, init) => {
      if (init?.method === 'PATCH') saves.push(await new Response(init.body ?? null).json())
      return Response.json({ version: 1, ...stored })
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(TransferOrderPage, ['/settings/transfer-order']).screen, {
    language: 'en-GB',
    texts: ['errors', 'branding', 'document', 'shell'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const field = await vi.waitUntil(() => place.querySelector('textarea'))
  const type = (text: string): void => {
    field.focus()
    field.select()
    document.execCommand('insertText', false, text)
  }
  const save = () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  const paper = () => place.querySelector('[aria-labelledby=terms-preview] [role=group]')!.textContent
  return { place, field, type, save, paper, saves }
}

it('a variable comes from the list to where the cursor is, and takes its value in the preview (CIRC-34)', async () => {
  const { place, field, type, paper } = await open({ terms: 'Sold by , today.', isActive: true })
  type('Sold by , today.')
  field.setSelectionRange(8, 8)
  field.blur()
  place.querySelector<HTMLInputElement>('input[role=combobox], input[aria-haspopup=listbox]')!.click()
  const option = await vi.waitUntil(() =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      (one) => one.textContent === 'Customer’s last name',
    ),
  )
  option.click()
  await vi.waitFor(() => expect(field.value).toBe('Sold by {{customer_lastname}}, today.'))
  expect(paper()).toBe('Sold by Taylor, today.')
})

it('a variable that is none is named, and nothing is sent (CIRC-34)', async () => {
  const { place, field, type, save, saves } = await open({ terms: null, isActive: true })
  expect(field.value).toContain('{{customer_firstname}}')
  type('Pay to {{iban}}.')
  save()
  await vi.waitFor(() => expect(place.textContent).toContain('Choose variables from the list. Unknown here: {{iban}}'))
  expect(field.ariaInvalid).toBe('true')
  type('x')
  save()
  await vi.waitFor(() => expect(place.textContent).toContain('Enter at least 2 characters.'))
  expect(saves).toEqual([])
})

it('without the premium feature the terms are shown and cannot be changed (SHELL-28)', async () => {
  const { place, field } = await open({ terms: 'From before.', isActive: false })
  expect(field.value).toBe('From before.')
  expect(field.disabled).toBe(true)
  expect(place.querySelector('button[type=submit]')).toBeNull()
  expect(place.textContent).toContain('Premium')
  expect(place.textContent).toContain('is not active for your account')
})
