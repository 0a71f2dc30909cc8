import { expect, type Page } from 'playwright/test'
import { spend } from './expenses.ts'
import { axeFaults, wcag, type AuditScope } from './axe-audit.ts'

/** The scope of an audit whose screen has the same elements as one that is audited whole, at another place and size. */
export const layoutScope: AuditScope = { rules: ['target-size', 'scrollable-region-focusable'] }

/** Expects of a screen that axe finds nothing within the scope, and that nothing sticks out sideways. */
export async function expectSoundScreen(page: Page, screen: string, scope: AuditScope = { tags: wcag }): Promise<void> {
  const faults = await spend('axe', async () => {
    await standsStill(page)
    await stick(page, false)
    const found = await axeFaults(page, scope)
    await stick(page, true)
    return found
  })
  expect(faults, screen).toEqual([])
  expect(await stoppedStyles(page), screen).toEqual([])
  await expectFits(page, screen)
}

/**
 * Styles of a screen that the content rules have stopped: elements without a sheet, and attributes of markup without
 * effect. What a script writes to the style of an element counts, and is in both.
 */
async function stoppedStyles(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('style')].filter(({ sheet }) => sheet === null)
    const attributes = [...document.querySelectorAll<HTMLElement | SVGElement>('[style]')].filter(
      (element) => (element.getAttribute('style') ?? '').trim() !== '' && element.style.length === 0,
    )
    return [...elements, ...attributes].map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
}

/** Expects that nothing of a screen sticks out sideways, as at another size than the one at which it is audited. */
export async function expectFits(page: Page, screen: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen)
    .toBeLessThanOrEqual(0)
}

/** Puts a device of the floor into the light or the dark, and waits until its screen is drawn for it. */
export async function setLight(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Waits for what is just coming in: half faded in, a text has no contrast yet, and a panel may not be under the pointer. */
export async function standsStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

/**
 * Lets bars lie where they stand in the page, and stick again: a row half under one would be measured as too small. What
 * changes its colour in between does so at once: half-way, a text has no contrast.
 */
async function stick(page: Page, isSticking: boolean): Promise<void> {
  await page.evaluate((on) => {
    const kept = document.adoptedStyleSheets.filter(({ media }) => media.mediaText !== 'screen, audit')
    const still = new CSSStyleSheet({ media: 'screen, audit' })
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = on ? kept : [...kept, still]
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

/**
 * Controls of a floor screen, or of the dialog that lies over it, that are lower than 60 px, beside those within a
 * selector. A press on the label around a field counts as one on the field.
 */
export async function smallTargets(page: Page, passedOver = '[inert]'): Promise<readonly string[]> {
  return page.evaluate((apart) => {
    const heightOf = (element: HTMLElement): number => {
      const label = element.closest('label') ?? element
      return Math.max(...[element, label].map((one) => one.getBoundingClientRect().height))
    }
    const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    return [...place.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
      .filter((element) => element.checkVisibility() && element.closest(`[inert], ${apart}`) === null)
      .filter((element) => heightOf(element) < 59.5)
      .map((element) => `${element.tagName} ${element.textContent} ${heightOf(element)}`)
  }, passedOver)
}

/** Words on buttons that do not fit and break within, and chosen options that stand only half in their field. */
export async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const linesOf = (range: Range): number =>
      new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    const onButtons = [...document.querySelectorAll('button')].flatMap((button) => {
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (const { 0: word, index } of text.nodeValue!.matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (linesOf(range) > 1) broken.push(word)
        }
      }
      return broken
    })
    const chosen = [...document.querySelectorAll('select')].flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = font
      const text = select.selectedOptions[0]?.textContent ?? ''
      // The arrow of the browser takes about as much as a letter is high.
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18
      return pen.measureText(text).width > room ? [text] : []
    })
    return [...onButtons, ...chosen]
  })
}
