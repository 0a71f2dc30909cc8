import { MantineProvider } from '@mantine/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { brandOf } from '#web/lib/brand.ts'
import { ThemeSheet } from './theme-sheet.tsx'
import { themeOf, variablesOf } from './theme.ts'

let root: Root | null = null
let place: HTMLElement | null = null

afterEach(() => {
  root?.unmount()
  place?.remove()
})

const sheets = () =>
  document.adoptedStyleSheets
    .map(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText).join('\n'))
    .filter((text) => text.includes('--mantine'))
const valueOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function draw(color: string): void {
  const brand = brandOf(color)
  root?.render(
    <MantineProvider theme={themeOf(brand)} withCssVariables={false} withGlobalClasses={false}>
      <ThemeSheet variables={variablesOf(brand)} />
    </MantineProvider>,
  )
}

it('the colours of an account stand in one sheet of a script, follow it, and leave with it', async () => {
  const styles = document.querySelectorAll('style').length
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  draw('#1d4ed8')
  await vi.waitFor(() => expect(sheets()).toHaveLength(1))
  expect(valueOf('--mantine-primary-color-filled')).toBe(brandOf('#1d4ed8').brand)
  expect(valueOf('--mantine-color-error')).toBe('#b3261e')
  draw('#7a1fa2')
  await vi.waitFor(() => expect(valueOf('--mantine-primary-color-filled')).toBe(brandOf('#7a1fa2').brand))
  expect(sheets()).toHaveLength(1)
  expect(document.querySelectorAll('style').length).toBe(styles)
  root.render(null)
  await vi.waitFor(() => expect(sheets()).toEqual([]))
})
