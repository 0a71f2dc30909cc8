import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Expects of a floor screen that axe finds nothing, and that nothing sticks out sideways. */
export async function expectSoundScreen(page: Page, screen: string): Promise<void> {
  await standsStill(page)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // A row that is half under the bottom bar counts as small there; `smallTargets` measures every control.
    .disableRules(['target-size'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen).toBeLessThanOrEqual(0)
}

/** Waits for what is just coming in: half faded in, a text has no contrast yet. */
async function standsStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

/** Controls of a floor screen that are lower than 60 px, beside those inside a text and those within a selector. */
export async function smallTargets(page: Page, passedOver = '[inert]'): Promise<readonly string[]> {
  return page.evaluate(
    (apart) =>
      [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
        .filter((element) => element.checkVisibility() && element.closest(`[inert], ${apart}`) === null)
        .filter((element) => element.getBoundingClientRect().height < 59.5)
        .map((element) => `${element.tagName} ${element.textContent} ${element.getBoundingClientRect().height}`),
    passedOver,
  )
}
