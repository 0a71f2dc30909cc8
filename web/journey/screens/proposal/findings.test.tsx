import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { startTexts } from '../../kit/site-texts.ts'
import { Findings } from './findings.tsx'
import type { Proposal } from './compared-prices.tsx'

let root: Root | null = null
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

const nothing = { questions: [], photos: [], photosComing: 0, comment: null } as unknown as Proposal

async function draw(proposal: Proposal): Promise<HTMLElement> {
  const texts = await startTexts('en-GB', ['journey', 'tracking'])
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <p>drawn</p>
      <Findings proposal={proposal} photoAddress={(id) => id} />
    </I18nextProvider>,
  )
  await vi.waitUntil(() => place.querySelector('p'))
  return place
}

it('what the workshop wrote stands with what the test showed, as text (SET-03)', async () => {
  const place = await draw({ ...nothing, comment: 'Screen <b>cracked</b>' })
  expect(place.querySelector('h2')?.textContent).toBe('What the test showed')
  expect(place.textContent).toContain('Comment of the workshopScreen <b>cracked</b>')
})

it('a proposal that says nothing more has no such part', async () => {
  expect((await draw(nothing)).querySelector('section')).toBeNull()
})

it('photos that have not arrived yet are announced, also where nothing else is shown', async () => {
  const place = await draw({ ...nothing, photosComing: 2 })
  expect(place.textContent).toContain('2 photos of the test are still on their way and will appear here.')
})
