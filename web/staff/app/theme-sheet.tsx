import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  useMantineTheme,
  type CSSVariablesResolver,
} from '@mantine/core'
import { useInsertionEffect, useMemo } from 'react'

type Variables = ReturnType<CSSVariablesResolver>

const schemes = ['variables', 'light', 'dark'] as const

/** What the library's own style sheet says already. */
const known: Record<(typeof schemes)[number], Readonly<Record<string, string>>> = defaultCssVariablesResolver(
  DEFAULT_THEME,
)

/** The custom properties of a theme as rules, without those that the library's style sheet has. */
function rulesOf(own: Variables, more: Variables): string {
  const [variables, light, dark] = schemes.map((scheme) =>
    Object.fromEntries(
      Object.entries({ ...own[scheme], ...more[scheme] }).filter(([name, value]) => known[scheme][name] !== value),
    ),
  )
  return convertCssVariables({ variables: variables ?? {}, light: light ?? {}, dark: dark ?? {} })
}

/**
 * The theme's custom properties in a sheet that a script makes. The library would write them as a style element, which
 * the content rules stop, and the document of the back office is one file of the cache, which no number of its own
 * (nonce) fits.
 */
export function ThemeSheet({ variables }: { readonly variables: CSSVariablesResolver }) {
  const theme = useMantineTheme()
  const rules = useMemo(() => rulesOf(defaultCssVariablesResolver(theme), variables(theme)), [theme, variables])
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [rules])
  return null
}
