import { describe, expect, it, vi } from 'vitest'
import { statisticFigures, type StatisticFigure } from '#domain/dashboard/statistics.ts'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice, type Asked } from '#tests/support/office-page.tsx'
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { linksOf, menu, type MenuName } from './menu.ts'

const weeks = [
  { from: '2126-02-18', total: 4 },
  { from: '2126-02-25', total: 7 },
]
const figure = (name: StatisticFigure) => ({ fileNameFormat: name, total: 7, weeks })
const figures = {
  refreshedAt: '2126-03-04T06:00:00.000Z',
  weekFrom: '2126-02-25',
  weekTo: '2126-03-03',
  statistics: statisticFigures.map(figure),
}
const engine = { subscribe: () => () => undefined, status: () => ({ online: true, signedOut: [] }), config: () => null }
const answer = ({ path }: Asked) => {
  if (path === '/api/dashboard-data') return figures
  if (path.startsWith('/api/payments')) return { 'hydra:member': [], 'hydra:totalItems': 0, missed: 0 }
  return Response.json({ code: 'SERVER_ERROR', message: 'x' }, { status: 500 })
}

async function open(module: Module, userType: UserType) {
  const paths = linksOf(menu).map(({ path }) => path)
  return openOffice(() => <DashboardPage />, {
    answer,
    texts: ['home', 'shell', 'buyback', 'payment', 'setup', 'scan'],
    module,
    userType,
    engine,
    pages: ['/home', ...paths.filter((path) => path !== '/home')],
  })
}

describe('the dashboard', () => {
  const inWarehouse: readonly MenuName[] = ['itemsStock', 'refurbStart', 'refurbItemSteps', 'refurbSteps']
  const last: readonly MenuName[] = ['products', 'entities', 'users']
  it.each<readonly [UserType, Module, readonly MenuName[]]>([
    [
      'admin',
      'root',
      [
        'work',
        'buybackCreate',
        'buybackList',
        'predeclared',
        'checkIn',
        'compliance',
        'expedition',
        ...inWarehouse,
        ...last,
      ],
    ],
    ['store_manager', 'tim', ['buybackCreate', 'buybackList', 'predeclared', 'expedition', ...last]],
    [
      'warehouse_manager',
      'rps',
      ['work', 'buybackList', 'checkIn', 'compliance', 'expedition', ...inWarehouse, ...last],
    ],
  ])('of %s has its shortcuts, by name and in order (BB-45)', async (userType, module, names) => {
    const { place, texts } = await open(module, userType)
    const shortcuts = await vi.waitUntil(() => place.querySelector('nav[aria-label="Raccourcis"]'))
    expect([...shortcuts.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(
      names.map((name) => texts.t(($) => $.menu[name], { ns: 'shell' })),
    )
  })

  it('leads on, tells the week that is over, and helps (BB-46, BB-49)', async () => {
    const { place, says } = await open('root', 'root_management_unit_manager')
    await says('Semaine du 25/02/2126 au 03/03/2126')
    const told = [...place.querySelectorAll('section')].find(({ ariaLabel }) => ariaLabel === 'Vos reprises')!
    expect(told.querySelectorAll('li')).toHaveLength(6)
    expect(told.querySelectorAll('[role=img]')).toHaveLength(6)
    const transit = [...told.querySelectorAll('a')].find(({ textContent }) => textContent.startsWith('En transit'))
    expect(decodeURIComponent(transit!.search)).toBe('?status=["bb_in_transit"]')
    expect(transit!.pathname).toBe('/buybacks')
    const help = [...place.querySelectorAll('a')].find(({ textContent }) => textContent.trim() === 'Aide en ligne')
    expect(help!.getAttribute('href')).toBe('/faq-and-contact')
  })
  it('leads to no help where there is no public site, as on the platform', async () => {
    const { place, says } = await openOffice(
      () => <DashboardScreen shortcuts={[]} notice="Clients" isTrading={false} />,
      { answer, texts: ['home', 'shell', 'buyback'], pages: ['/home'] },
    )
    await says('Clients')
    expect(place.querySelector('a[href="/faq-and-contact"]')).toBeNull()
  })
})
