import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { Language } from '#domain/kernel/languages.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { TransferOrderPage } from './transfer-order-page.tsx'

/** The page over a server with these terms; `saves` are what it was sent. */
async function open(
  given: { readonly terms: string | null; readonly isActive: boolean },
  ofAccount: Language = 'en-GB',
) {
  let stored = { translations: {}, ...given, version: 1 }
  const saves: unknown[] = []
  const http = createHttp({
    fetch: async (_url, init) => {
      if (init?.method !== 'PATCH') return Response.json(stored)
      saves.push(await new Response(init.body ?? null).json())
      return new Headers(init.headers).get('if-match') === `"${stored.version}"`
        ? Response.json(stored)
        : Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 })
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(TransferOrderPage, ['/settings/transfer-order']).screen, {
    language: 'en-GB',
    texts: ['errors', 'branding', 'document', 'shell'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: {
      ...signedInUser({ module: 'root', userType: 'admin' }),
      viewedAccount: { currency: 'EUR', timeZone: 'Europe/Paris', language: ofAccount },
    },
  })
  const field = await vi.waitUntil(() => place.querySelector('textarea'), 10_000)
  const type = (text: string): void => {
    field.focus()
    field.select()
    document.execCommand('insertText', false, text)
  }
  const save = () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  const paper = () => place.querySelector('[aria-labelledby=terms-preview] [role=group]')!.textContent
  const changeElsewhere = (terms: string) => (stored = { ...stored, terms, version: 2 })
  return { place, field, type, save, paper, saves, changeElsewhere }
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

it('the terms are written in each language, and the preview says those of the language that is shown', async () => {
  const { place, type, save, paper, saves } = await open({ terms: 'Sold.', isActive: true })
  const german = [...place.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
    textContent.startsWith('Deutsch'),
  )!
  german.click()
  const written = () => vi.waitUntil(() => place.querySelector<HTMLTextAreaElement>('textarea[lang=de-DE]'))
  expect([(await written()).value, (await written()).placeholder, paper()]).toEqual(['', 'Sold.', 'Sold.'])
  type('Verkauft: {{product_label}}')
  await vi.waitFor(() => expect(paper()).toContain('Verkauft: '))
  save()
  const body = { terms: 'Sold.', translations: { 'de-DE': { terms: 'Verkauft: {{product_label}}' } } }
  await vi.waitFor(() => expect(saves).toEqual([body]))
})

it('the product’s terms are shown in the language of the account, and stay the product’s until they are written', async () => {
  const { place, field, save, saves } = await open({ terms: null, isActive: true }, 'fr-FR')
  expect(field.lang).toBe('fr-FR')
  expect(field.value).toMatch(/^Je soussigné/)
  expect([...place.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).not.toContainEqual(
    expect.stringMatching(/\d/),
  )
  save()
  await vi.waitFor(() => expect(saves).toEqual([{ terms: null, translations: {} }]))
})

it('what was typed stays when another user has saved, until it is given up', async () => {
  const { place, field, type, save, changeElsewhere } = await open({ terms: 'As it was.', isActive: true })
  type('One text more.')
  changeElsewhere('As it is.')
  save()
  const trouble = await vi.waitUntil(() => place.querySelector('[role=alert]'), 10_000)
  expect(trouble.textContent).toContain('Somebody changed this')
  expect(field.value).toBe('One text more.')
  trouble.querySelector('button')!.click()
  await vi.waitFor(() => expect(place.querySelector('textarea')!.value).toBe('As it is.'))
})
