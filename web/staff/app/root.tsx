import { MantineProvider } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect, useMemo } from 'react'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { BrandHead } from './brand-head.tsx'
import { ErrorModals } from './error-modals.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { ThemeSheet } from './theme-sheet.tsx'
import { themeOf, variablesOf } from './theme.ts'
import { UpdatePrompt } from './update-prompt.tsx'
import { useBrand } from './use-brand.ts'
import { useLoaded } from './use-loaded.ts'
import { useOnFloor } from './use-on-floor.ts'

// The device's engine is a good part of the app's weight: it comes beside the first screen, not before it.
const Device = lazy(() => import('./device.tsx').then((module) => ({ default: module.Device })))

// A start has nothing to tell yet; what is told before they are there waits for them.
const loadNotices = () => import('./shown-notices.tsx')

/** Everything that stands around every page: colours, texts on their way, modals and the update prompt. */
export function Root() {
  const { brand, theme, variables } = useThemedBrand()
  const onFloor = useOnFloor()
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-floor', onFloor)
  }, [onFloor])
  const notices = useLoaded(loadNotices, { isNeeded: false, beside: true })
  const night = useMedia('(prefers-color-scheme: dark)')
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={onFloor && night ? 'dark' : 'light'}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ThemeSheet variables={variables} />
      <BrandHead brand={brand} />
      <Suspense fallback={<LoadingScreen />}>
        <Device>
          <Outlet />
          <ErrorModals />
        </Device>
        {onFloor ? null : <UpdatePrompt />}
      </Suspense>
      {notices === null ? null : <notices.ShownNotices />}
    </MantineProvider>
  )
}

function useThemedBrand() {
  const brand = useBrand()
  // The library works its whole theme out again for a new object.
  const theme = useMemo(() => themeOf(brand), [brand])
  const variables = useMemo(() => variablesOf(brand), [brand])
  return { brand, theme, variables }
}
