import { MantineProvider } from '@mantine/core'
import { Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { config, facts, testedRow } from '#tests/support/floor-world.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { PlatformContext, type Platform } from '#web/lib/platform.tsx'
import { openSession } from '#web/lib/session.ts'
import { EngineProvider } from '#web/local/engine-context.tsx'
import { EngineSourceContext } from '#web/local/engine-source.ts'
import type { TabEngine } from '#web/local/tab-engine.ts'
import { GeneralTab } from './general-tab.tsx'
import { shownItem } from './shown-item.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

/** The facts of a product by their names. */
async function show(missingSinceMs: number | null): Promise<Readonly<Record<string, string>>> {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const texts = await startTexts('en-GB', ['common', 'items', 'warehouse'])
  const engine = { subscribe: () => () => undefined, config: () => config, copyInfo: () => null }
  const device = { attach: () => () => undefined, engine } as unknown as TabEngine
  const item = shownItem(testedRow(1, { facts: facts({ missingSinceMs }) }), null)!
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <PlatformContext value={{ storage, session: openSession(storage), texts } as unknown as Platform}>
      <I18nextProvider i18n={texts}>
        <MantineProvider>
          <EngineSourceContext value={Promise.resolve(device)}>
            <Suspense>
              <EngineProvider>
                <GeneralTab item={item} />
              </EngineProvider>
            </Suspense>
          </EngineSourceContext>
        </MantineProvider>
      </I18nextProvider>
    </PlatformContext>,
  )
  await vi.waitFor(() => expect(place.textContent).toContain('Situation'))
  const names = [...place.querySelectorAll('dt')]
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? '']))
}

it('a product that a stock count misses says since when, and no other says anything of it', async () => {
  const since = 'Missing in the stock count since'
  expect((await show(Date.UTC(2026, 10, 21, 9, 30)))[since]).toContain('21')
  root?.unmount()
  expect(await show(null)).not.toHaveProperty([since])
})
