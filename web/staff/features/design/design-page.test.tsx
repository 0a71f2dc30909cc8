import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { DesignPage } from './design-page.tsx'

const stored = { version: 3, mainColor: '#1f5fd6', logo: null, favicon: null }

/** The page over a server that keeps nothing. */
async function open(userType: UserType = 'admin') {
  const saves: { readonly version: string | null; readonly body: object }[] = []
  const http = createHttp({
    fetch: async (_url, init) => {
      if (init?.method !== 'PATCH') return Response.json(stored)
      const body = (await new Response(init.body ?? null).json()) as object
      saves.push({ version: new Headers(init.headers).get('if-match'), body })
      return Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 })
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(DesignPage, ['/design']).screen, {
    language: 'en-GB',
    texts: ['errors', 'branding'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType }),
  })
  const color = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input[name=mainColor]'))
  const [logo, favicon] = place.querySelectorAll<HTMLInputElement>('input[type=file]')
  const choose = (input: HTMLInputElement, file: File): void => {
    const files = new DataTransfer()
    files.items.add(file)
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const type = (text: string): void => {
    color.focus()
    color.select()
    document.execCommand('insertText', false, text)
  }
  const save = () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  return { place, color, logo: logo!, favicon: favicon!, choose, type, save, saves }
}

async function png(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/png' })
}

it('a file that does not serve is told so before anything is sent, and the next one takes its place (SET-12, SET-15)', async () => {
  const { place, logo, favicon, choose, save, saves } = await open()
  choose(logo, new File(['%PDF-1.7'], 'logo.png', { type: 'image/png' }))
  await vi.waitFor(() => expect(place.textContent).toContain('This type of file is not accepted'))
  choose(favicon, new File([await png(32, 32)], 'icon.png'))
  await vi.waitFor(() => expect(place.textContent).toContain('A favicon measures 16 × 16 px.'))
  choose(logo, new File([await png(250, 50), new Uint8Array(250_000)], 'heavy.png'))
  await vi.waitFor(() => expect(place.textContent).toContain('This file is too large'))
  save()
  await vi.waitFor(() => expect(document.activeElement?.ariaInvalid).toBe('true'))
  expect(saves).toEqual([])
  choose(logo, new File([await png(250, 50)], 'fine.png'))
  await vi.waitFor(() => expect(place.textContent).not.toContain('This file is too large'))
  expect(place.textContent).toContain('fine.png')
  expect(saves).toEqual([])
})

it('a colour that cannot be read is refused, and one that another user was faster with stays in the form (SET-11)', async () => {
  const { place, color, type, save, saves } = await open()
  type('#12')
  save()
  await vi.waitFor(() => expect(color.ariaInvalid).toBe('true'))
  expect(saves).toEqual([])
  type('#FFE000')
  await vi.waitFor(() => expect(place.textContent).toContain('Black text on the colour'))
  save()
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('Reload'))
  expect(saves).toEqual([{ version: '"3"', body: { mainColor: '#ffe000' } }])
  expect(color.value).toBe('#FFE000')
})

it('an analyst looks at the design and changes nothing (SHELL-24)', async () => {
  const { color, place } = await open('root_management_unit_analyst')
  expect(color.disabled).toBe(true)
  expect(place.querySelector('button[type=submit]')).toBeNull()
})
