import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const here = import.meta.dirname
const ui = path.join(here, '../../ui')

// The app draws them once around every page, so that a second one would answer the same keys again.
const drawnAroundPages = ['shortcuts.tsx']
// A whole screen has a frame of its own, as the sample screen of the floor; all parts of a list's page are samples.
const wholeScreens = ['floor/choose-warehouse-screen.tsx', 'list/list-page.tsx']
// Nothing of these is seen but on paper.
const printed = ['print/print-now.tsx', 'print/sheet-pages.tsx']

// A hook: what it draws are the dialogs of its pages, and an alert.
const hooks = ['list/use-row-dialog.tsx']
// The sample of a list draws it.
const drawnByLists = ['list/list-search.tsx']

describe('the design system', () => {
  it('draws every component of the staff’s screens (SET-16)', () => {
    const components = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && !name.includes('.test.'),
    )
    const samples = readdirSync(here).filter((name) => name.endsWith('.tsx'))
    const source = samples.map((name) => readFileSync(path.join(here, name), 'utf8')).join('\n')
    const imported = [...source.matchAll(/^(?!import type).*from '\.\.\/\.\.\/ui\/([\w/-]+\.tsx)'$/gm)].map(
      ([, name]) => name,
    )
    expect(components.length).toBeGreaterThan(20)
    const apart = [...drawnAroundPages, ...wholeScreens, ...printed, ...hooks, ...drawnByLists]
    expect(components.filter((name) => !imported.includes(name) && !apart.includes(name))).toEqual([])
  })
})
