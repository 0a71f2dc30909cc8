import { expect, type Page } from 'playwright/test'
import { axeFaults, wcag } from './axe-audit.ts'

/** Expects of a floor screen that axe finds nothing, and that nothing sticks out sideways. */
export async function expectSoundScreen(page: Page, screen: string): Promise<void> {
  await standsStill(page)
  await stick(page, false)
  const faults = await axeFaults(page, { tags: wcag })
  await stick(page, true)
  expect(faults, screen).toEqual([])
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

/** Lets bars lie where they stand in the page, and stick again: a row half under one would be measured as too small. */
async function stick(page: Page, isSticking: boolean): Promise<void> {
  await page.evaluate((on) => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (on && 'unstuck' in element.dataset) {
        delete element.dataset['unstuck']
        element.style.removeProperty('position')
      }
      if (!on && getComputedStyle(element).position === 'sticky') {
        element.dataset['unstuck'] = ''
        element.style.setProperty('position', 'static', 'important')
      }
    }
  }, isSticking)
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
