import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { TabRow } from './tab-row.tsx'

const names = ['Images', 'General information', 'Prices of each grade', 'Advanced diagnostic', 'History']

function Screen({ width }: { readonly width: number }) {
  const [tab, setTab] = useState('Images')
  return (
    <div style={{ inlineSize: width }}>
      <div style={{ display: 'grid' }}>
        <section style={{ display: 'grid' }}>
          <Tabs value={tab} onChange={(next) => setTab(next ?? tab)}>
            <TabRow chosen={tab} aria-label="Parts">
              {names.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {name}
                </Tabs.Tab>
              ))}
            </TabRow>
          </Tabs>
        </section>
      </div>
    </div>
  )
}

async function show(width: number) {
  const { screen } = overPages(() => <Screen width={width} />, ['/home'], '/home')
  const { place } = await drawScreen(screen, {})
  await vi.waitUntil(() => place.querySelectorAll('[role="tab"]').length === names.length)
  const tabs = [...place.querySelectorAll<HTMLElement>('[role="tab"]')]
  const slide = place.querySelector('[role="tablist"]')!.parentElement!
  const row = slide.parentElement!
  const isSeen = (tab: HTMLElement): boolean => {
    const [inner, outer] = [tab.getBoundingClientRect(), slide.getBoundingClientRect()]
    return inner.left >= outer.left && inner.right <= outer.right
  }
  const edges = () => [row.hasAttribute('data-before'), row.hasAttribute('data-after')]
  const section = place.querySelector('section')!
  return { tabs, slide, section, isSeen, edges }
}

it('stands in one row that slides, says where it goes on, and shows the chosen tab', async () => {
  const { tabs, section, isSeen, edges } = await show(320)
  expect(section.offsetWidth).toBe(320)
  expect(new Set(tabs.map((tab) => tab.offsetTop)).size).toBe(1)
  await vi.waitFor(() => expect(edges()).toEqual([false, true]))
  expect(isSeen(tabs.at(-1)!)).toBe(false)
  await userEvent.click(tabs[0]!)
  await userEvent.keyboard('{End}{Enter}')
  await vi.waitFor(() => expect(tabs.at(-1)!.getAttribute('aria-selected')).toBe('true'))
  await vi.waitFor(() => expect([isSeen(tabs.at(-1)!), ...edges()]).toEqual([true, true, false]))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await vi.waitFor(() => expect(tabs[2]!.getAttribute('aria-selected')).toBe('true'))
  await vi.waitFor(() => expect([isSeen(tabs[2]!), ...edges()]).toEqual([true, true, true]))
})

it('says nothing where all tabs have room', async () => {
  const { tabs, slide, edges } = await show(1000)
  await vi.waitFor(() => expect(edges()).toEqual([false, false]))
  expect(slide.scrollWidth).toBe(slide.clientWidth)
  expect(tabs.length).toBe(names.length)
})
