import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/states.tsx'

/** A screen that failed to draw, or whose part of the app did not load. */
export function BrokenScreen({ reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  return (
    <div>
      <ErrorState title={t(($) => $.broken.title)} text={t(($) => $.broken.text)} onRetry={reset} />
      <Button variant="subtle" mx="auto" display="block" onClick={() => window.location.reload()}>
        {t(($) => $.broken.reload)}
      </Button>
    </div>
  )
}
