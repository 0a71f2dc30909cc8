import { IconStar } from '@tabler/icons-react'
import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { Page } from './page.tsx'

it('stands under its way, with its icon and its actions; a step without a route is only named (SHELL-06)', async () => {
  const crumbs = [{ title: 'Stocks', to: '/stocks' as never }, { title: 'Réglages' }]
  const page = () => (
    <Page title="Rayon 4" icon={IconStar} crumbs={crumbs} actions={<button>Créer</button>}>
      Contenu
    </Page>
  )
  const { place } = await drawScreen(overPages(page, ['/home', '/stocks']).screen)
  await vi.waitUntil(() => place.querySelector('h1'))
  const steps = [...place.querySelectorAll('nav li')]
  expect(steps.map(({ textContent }) => textContent)).toEqual(['Stocks', 'Réglages', 'Rayon 4'])
  expect(steps.map((step) => step.querySelector('a')?.getAttribute('href') ?? null)).toEqual(['/stocks', null, null])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'page'])
  const heading = place.querySelector('h1')!
  expect(heading.textContent).toBe('Rayon 4')
  expect(heading.parentElement!.querySelector('.tabler-icon-star')).not.toBeNull()
  expect(place.querySelector('button')?.textContent).toBe('Créer')
})
