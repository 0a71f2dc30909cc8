import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'
import { spend } from './expenses.ts'

/** The success criteria that the screens are held to: WCAG 2.2, levels A and AA. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const

/** What of a page is audited, and by which rules: the whole of it by every rule if not told. */
export interface AuditScope {
  readonly tags?: readonly string[]
  readonly rules?: readonly string[]
  /** A selector of the part that is audited. */
  readonly within?: string
}

/**
 * What axe finds on a page, a sentence for each element: rule, markup, what is wrong. Frames are not looked into; no
 * page of the app has one. Axe is put into a document once, and names no element but the faulty ones: as its own
 * wrapper runs it, an audit costs twice as much.
 */
export function axeFaults(page: Page, scope: AuditScope = {}): Promise<readonly string[]> {
  return spend('axe', () => auditedFaults(page, scope))
}

async function auditedFaults(page: Page, { tags, rules, within }: AuditScope): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  // Style sheets and media are not fetched once more: no rule that is on by default asks for them here.
  const options: RunOptions = { resultTypes: ['violations'], preload: false }
  if (tags) options.runOnly = { type: 'tag', values: [...tags] }
  if (rules) options.runOnly = { type: 'rule', values: [...rules] }
  const found = await page.evaluate(
    ([part, how]) => (globalThis as unknown as { axe: typeof axe }).axe.run(part ?? document, how),
    [within, options] as const,
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary ?? ''}`),
  )
}
