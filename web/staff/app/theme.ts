import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { brandVariables, type Brand } from '#web/lib/brand.ts'

const system = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"

/** How long a menu stays open once the pointer has left it, in milliseconds (SHELL-11). */
const menuCloseDelayMs = 500

/**
 * The component library's theme in an account's colours. What lies under a dialog is held by `base.css`: the library would
 * write a style element, which the content rules stop.
 */
export function themeOf(brand: Brand): MantineThemeOverride {
  return createTheme({
    fontFamily: system,
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: system, fontWeight: '650' },
    primaryColor: 'brand',
    primaryShade: 6,
    colors: { brand: [...brand.ramp] as unknown as MantineColorsTuple },
    defaultRadius: 'md',
    respectReducedMotion: true,
    cursorType: 'pointer',
    breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
    variantColorResolver: (input) => {
      const colors = defaultVariantColorsResolver(input)
      const ours = input.color === undefined || input.color === 'brand'
      if (ours && input.variant === 'filled') return { ...colors, color: 'var(--on-brand)' }
      if (ours && input.variant === 'outline') {
        return { ...colors, color: 'var(--brand-text)', border: '1px solid var(--brand-line)' }
      }
      return colors
    },
    components: {
      Modal: {
        defaultProps: {
          centered: true,
          overlayProps: { backgroundOpacity: 0.5 },
          transitionProps: { duration: 120 },
          attributes: noSecondBanner,
          lockScroll: false,
        },
        styles: { title: dialogTitle },
      },
      Drawer: {
        defaultProps: { transitionProps: { duration: 120 }, attributes: noSecondBanner, lockScroll: false },
        styles: { title: dialogTitle },
      },
      Menu: {
        defaultProps: { trigger: 'click-hover', closeDelay: menuCloseDelayMs, transitionProps: { duration: 80 } },
      },
      Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
      // Labels are longer in some languages than in others: a button grows instead of cutting them.
      Button: {
        styles: {
          root: {
            display: 'inline-grid',
            alignContent: 'center',
            height: 'auto',
            minHeight: 'var(--button-height)',
            paddingBlock: 4,
          },
          label: { whiteSpace: 'normal', textAlign: 'center', lineHeight: 1.25 },
        },
      },
      // What is chosen and the place to write share a line.
      MultiSelect: { styles: { inputField: { minWidth: '1.5rem' } } },
      // Those of a form are read beside its fields, and pressed with a finger.
      Checkbox: { defaultProps: { size: 'md' } },
      Radio: { defaultProps: { size: 'md' } },
      RadioGroup: { defaultProps: { size: 'md' } },
      Switch: { defaultProps: { size: 'md' } },
      Fieldset: { styles: { legend: { fontWeight: 650 } } },
      // On a phone the four languages of a form stand in one line.
      Tabs: { styles: { tab: { paddingInline: 'clamp(8px, 2.4vw, 16px)' } } },
      PasswordInput: { defaultProps: { size: 'md' } },
      TextInput: { defaultProps: { size: 'md' } },
      // A choice that is longer than its field says that it goes on.
      Select: { defaultProps: { size: 'md' }, styles: { input: { textOverflow: 'ellipsis' } } },
      Textarea: { defaultProps: { size: 'md' } },
    },
  })
}

// The library heads a dialog by a `header`, which beside the page's own would be a second banner.
const noSecondBanner = { header: { role: 'presentation' } }

const dialogTitle = { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650, lineHeight: 1.35 }

const statusText = {
  green: '#14532d',
  red: '#8b1a1a',
  yellow: '#6b4e00',
  gray: '#3f474f',
  blue: '#173f7a',
  orange: '#7a3d00',
}
const statusTextDark = {
  green: '#8fe0ae',
  red: '#ffb3ad',
  yellow: '#ffd666',
  gray: '#cfd6dd',
  blue: '#a9cbff',
  orange: '#ffc083',
}

/** Custom properties that keep every pair of the library at 4.5:1, for any colour of an account. */
export function variablesOf(brand: Brand): CSSVariablesResolver {
  return () => ({
    variables: {},
    light: {
      ...brandVariables(brand, 'light'),
      ...primary(brand.brandText, brand.brandSoft, brand.brand, brand.brandHover, brand.onBrand, brand.brandLine),
      ...statuses(statusText),
      '--mantine-color-dimmed': '#565e68',
      '--mantine-color-placeholder': '#6b7480',
      '--mantine-color-error': '#b3261e',
      '--mantine-color-anchor': brand.brandText,
      '--mantine-color-text': '#1a1d21',
      '--mantine-color-default-border': '#868e96',
    },
    dark: {
      ...brandVariables(brand, 'dark'),
      ...primary(
        brand.dark.brandText,
        brand.dark.brandSoft,
        brand.brand,
        brand.brandHover,
        brand.onBrand,
        brand.dark.brandLine,
      ),
      ...statuses(statusTextDark),
      '--mantine-color-dimmed': '#b3bac2',
      '--mantine-color-placeholder': '#98a1ab',
      '--mantine-color-error': '#ffb3ad',
      '--mantine-color-anchor': brand.dark.brandText,
      '--mantine-color-text': '#f1f3f5',
      '--mantine-color-body': '#14171a',
      '--mantine-color-default-border': '#8b949e',
    },
  })
}

function statuses(text: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(text).map(([name, value]) => [`--mantine-color-${name}-light-color`, value]))
}

function primary(
  text: string,
  soft: string,
  fill: string,
  hover: string,
  onFill: string,
  line: string,
): Record<string, string> {
  const names = ['--mantine-primary-color', '--mantine-color-brand']
  return Object.assign(
    {},
    ...names.map((name) => ({
      [`${name}-filled`]: fill,
      [`${name}-filled-hover`]: hover,
      [`${name}-contrast`]: onFill,
      [`${name}-light`]: soft,
      [`${name}-light-hover`]: soft,
      [`${name}-light-color`]: text,
      [`${name}-outline`]: line,
      [`${name}-text`]: text,
    })),
  ) as Record<string, string>
}
