import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CatalogExport } from '#sync/calls/catalog-export.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ExportPage, OrganizationExportPage } from './export-page.tsx'

const id = '019a6410-0000-7000-8000-000000000001'
const rootId = '019a6410-0000-7000-8000-0000000000ff'
const user = signedInUser({ module: 'root', userType: 'admin', language: 'en-GB' })
const waiting: CatalogExport = {
  id,
  url: null,
  workbook_url: null,
  pieces: [],
  entries_count: null,
  waits_for: null,
  progress: null,
  error: null,
}
const url = `/api/products/exports/${id}/products-maison-2026-11-26.csv`

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page over a server that gives each start, and each question after it, the next of its answers. */
async function open(
  {
    starts = [waiting] as readonly (CatalogExport | Promise<CatalogExport>)[],
    standings = [] as readonly (CatalogExport | Response)[],
  } = {},
  page = <ExportPage accountId={user.viewedAccountId} />,
) {
  const asked: string[] = []
  const [left, then] = [[...starts], [...standings]]
  // What the server says once its listed answers are over.
  let standing = waiting
  let cancelling = (): Response => Response.json({ code: 'SERVER_UNAVAILABLE', message: 'x' }, { status: 503 })
  const http = createHttp({
    fetch: async (address, init) => {
      const path = address as string
      if (path === '/api/organizations/root')
        return Response.json({ code: 'ACCESS_PERMISSION_MISSING' }, { status: 403 })
      asked.push(`${init?.method} ${path}`)
      if (path.endsWith('/cancel')) return cancelling()
      const answer = init?.method === 'POST' ? await (left.shift() ?? waiting) : (then.shift() ?? standing)
      return answer instanceof Response ? answer : Response.json(answer)
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(() => page, ['/home']).screen, {
    language: 'en-GB',
    texts: ['errors', 'catalog-export'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user,
  })
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement
  const says = (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text))
  const press = async (name: string) => {
    await vi.waitFor(() => expect(button(name)).toBeDefined())
    button(name).click()
  }
  const choose = async (content: string) => {
    await says('What to export')
    place.querySelector<HTMLInputElement>(`input[value=${content}]`)!.click()
    await vi.waitFor(() => expect(button('Export').disabled).toBe(false))
  }
  return {
    place,
    asked,
    button,
    says,
    press,
    choose,
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    stand: (as: CatalogExport) => void (standing = as),
    refuseCancelling: (by: () => Response) => void (cancelling = by),
  }
}

describe('the page of the catalogue’s export', () => {
  it('exports nothing before a type is chosen (IO-18, IO-19)', { tags: ['slow'] }, async () => {
    const { place, button, says, choose, asked } = await open()
    await says('What to export')
    const types = [...place.querySelectorAll<HTMLInputElement>('input')]
    expect(types.map(({ value, checked }) => `${value} ${checked}`)).toEqual([
      'products false',
      'categories false',
      'diagnostic false',
    ])
    expect(button('Export').disabled).toBe(true)
    await choose('diagnostic')
    expect(asked).toEqual([])
  })

  it(
    'asks every three seconds until there is a file, and then no more (IO-20, IO-21, IO-25)',
    { tags: ['slow'] },
    async () => {
      const there = {
        id,
        url,
        workbook_url: null,
        pieces: [],
        entries_count: 234,
        waits_for: null,
        progress: null,
        error: null,
      }
      const { press, says, choose, asked, wait, button } = await open({ standings: [waiting, there] })
      await choose('products')
      await press('Export')
      await says('Exporting products…')
      expect(button('Cancel')).toBeDefined()
      expect(asked).toEqual([`POST /api/products/exports?account_id=${user.viewedAccountId}`])
      await wait(2_500)
      expect(asked).toHaveLength(1)
      await wait(1_000)
      await vi.waitFor(() => expect(asked).toHaveLength(2))
      await says('Exporting products…')
      await wait(3_000)
      await says('234 products exported')
      await says('products-maison-2026-11-26.csv')
      expect(asked.slice(1)).toEqual([`GET /api/products/exports/${id}`, `GET /api/products/exports/${id}`])
      await wait(10_000)
      expect(asked).toHaveLength(3)
      for (const name of ['Download', 'New export']) expect(button(name)).toBeDefined()
      await press('New export')
      await says('What to export')
      expect(button('Export').disabled).toBe(true)
    },
  )

  it('says why an export failed, and runs it again (IO-22, IO-23)', { tags: ['slow'] }, async () => {
    const failed = { ...waiting, error: 'EXPORT_FAILED' as const }
    const { press, says, choose, asked, wait, place } = await open({ standings: [failed] })
    await choose('categories')
    await press('Export')
    await wait(3_000)
    await says('could not make the file')
    expect(place.querySelector('[role=alert]')).not.toBeNull()
    expect(place.querySelector('[role=alert] a[href="/home"]')?.textContent).toBe('Go to dashboard')
    await press('Restart')
    await says('Exporting categories…')
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })

  it('tells its place, then how far it is, and that it was cancelled elsewhere', { tags: ['slow'] }, async () => {
    const { press, says, choose, wait, stand } = await open({ starts: [{ ...waiting, waits_for: 2 }] })
    await choose('products')
    stand({ ...waiting, waits_for: 2 })
    await press('Export')
    await says('2 exports go first')
    stand({ ...waiting, waits_for: 0 })
    await wait(3_000)
    await says('Next in line')
    stand({ ...waiting, progress: { done: 100, of: 400 } })
    await wait(3_000)
    await says('100 of 400 lines')
    stand({ ...waiting, error: 'EXPORT_CANCELLED' })
    await wait(3_000)
    await says('Export cancelled')
  })

  it('is cancelled only once the server has told of it', { tags: ['slow'] }, async () => {
    const { promise, resolve } = Promise.withResolvers<CatalogExport>()
    const { button, press, says, choose, asked } = await open({ starts: [promise] })
    await choose('products')
    await press('Export')
    await says('Exporting products…')
    expect(button('Cancel').disabled).toBe(true)
    resolve(waiting)
    await vi.waitFor(() => expect(button('Cancel').disabled).toBe(false))
    await press('Cancel')
    await vi.waitFor(() => expect(asked).toContain(`POST /api/products/exports/${id}/cancel`))
  })

  it('says that it was not cancelled, and shows the file of one that was quicker', { tags: ['slow'] }, async () => {
    const starts = [{ ...waiting, waits_for: 0 }]
    const { press, says, choose, place, stand, refuseCancelling } = await open({ starts })
    stand({ ...waiting, waits_for: 0 })
    await choose('products')
    await press('Export')
    await says('Next in line')
    await press('Cancel')
    await says('could not be cancelled')
    expect(place.querySelector('[role=alert]')).not.toBeNull()
    refuseCancelling(() => {
      stand({ ...waiting, url, entries_count: 7 })
      return Response.json({ code: 'EXPORT_ENDED', message: 'x' }, { status: 409 })
    })
    await press('Cancel')
    await says('7 products exported')
  })

  it('says that a start was refused', async () => {
    const refused = Response.json({ code: 'ACCESS_PERMISSION_MISSING', message: 'x' }, { status: 403 })
    const { press, says, choose, button } = await open({ starts: [refused as never] })
    await choose('products')
    await press('Export')
    await says('The export failed')
    expect(button('Restart')).toBeDefined()
  })

  it('asks on while nothing comes back, and stops where the server refuses', { tags: ['slow'] }, async () => {
    const gone = Response.json({ code: 'REQUEST_NOT_FOUND', message: 'x' }, { status: 404 })
    const { press, says, choose, wait } = await open({ standings: [Response.error(), waiting, gone] })
    await choose('products')
    await press('Export')
    await says('Exporting products…')
    await wait(3_000)
    await says('No connection at the moment')
    await wait(3_000)
    await says('takes a moment')
    await wait(3_000)
    await says('The export failed')
  })

  it('asks on while the server is down, and says of a start that it was none', { tags: ['slow'] }, async () => {
    const down = () => Response.json({ code: 'SERVER_UNAVAILABLE', message: 'x' }, { status: 503 })
    const pieces = ['/api/products/exports/p-1.csv', '/api/products/exports/p-2.csv']
    const there = {
      id,
      url,
      workbook_url: null,
      pieces,
      entries_count: 234,
      waits_for: null,
      progress: null,
      error: null,
    }
    const { press, says, choose, wait, button } = await open({
      starts: [down() as never, waiting],
      standings: [down(), there],
    })
    await choose('products')
    await press('Export')
    await says('could not be started')
    await press('Restart')
    await says('Exporting products…')
    await wait(3_000)
    await says('No connection at the moment')
    await wait(3_000)
    await says('234 products exported')
    // An import takes no file of this size.
    for (const name of ['Part 1 of 2', 'Part 2 of 2']) expect(button(name)).toBeDefined()
  })

  it(
    'downloads the file under its name, and says where that does not succeed (IO-21)',
    { tags: ['slow'] },
    async () => {
      const there = {
        id,
        url,
        workbook_url: null,
        pieces: [],
        entries_count: 1,
        waits_for: null,
        progress: null,
        error: null,
      }
      const { press, says, choose } = await open({ starts: [there as never] })
      vi.stubGlobal('fetch', async (address: string) => {
        expect(address).toBe(url)
        return new Response('', { status: 404 })
      })
      await choose('products')
      await press('Export')
      await says('1 product exported')
      await press('Download')
      await says('could not be downloaded')
    },
  )

  it('knows no account but the one that is worked in (IO-16, IO-17)', async () => {
    await (await open({}, <ExportPage accountId={rootId} />)).says('Unknown account')
    await (await open({}, <OrganizationExportPage organizationId={user.viewedAccountId} />)).says('What to export')
  })
})
