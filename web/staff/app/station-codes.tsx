import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationCommand } from '#domain/item/resolve-code.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { isAnyDialogOpen } from '#web/lib/open-dialog.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import { FloorAction } from '../ui/floor/floor-parts.tsx'
import { FloorSheet } from '../ui/floor/floor-sheet.tsx'
import { FullScreenFeedback } from '../ui/floor/full-screen-feedback.tsx'
import { useForgetShown } from '../features/refurb/floor/shown-feedback.tsx'
import { linksOf } from './menu.ts'
import { stationPath } from './stations.ts'
import { useVisibleMenu } from './use-visible-menu.ts'

/**
 * Takes the barcodes of stations wherever it is drawn. What the screens hold is kept on the device at each step; only an
 * open window may hold what is not, and then the operator is asked first.
 */
export function StationCodes() {
  const { t } = useTranslation('shell')
  const hub = useContext(ScannerContext)
  const router = useRouter()
  const feedback = useFeedback()
  const links = linksOf(useVisibleMenu())
  const [asked, setAsked] = useState<string | null>(null)
  const [refused, setRefused] = useState<number | null>(null)
  const forgetShown = useForgetShown()

  const take = useEffectEvent(async (station: StationCommand): Promise<boolean> => {
    const path = stationPath(links, station)
    setRefused(path === null ? Date.now() : null)
    if (path === null) {
      feedback.play('refused')
      return false
    }
    if (isAnyDialogOpen()) {
      feedback.play('attention')
      setAsked(path)
      return false
    }
    feedback.play('accepted')
    forgetShown()
    return goTo(router, path)
  })
  useEffect(() => hub?.leadTo((station) => take(station)), [hub])

  return (
    <>
      {asked !== null && (
        <Question
          onStay={() => setAsked(null)}
          onGo={() => {
            setAsked(null)
            void goTo(router, asked)
          }}
        />
      )}
      {refused !== null && (
        <FullScreenFeedback
          id={refused}
          tone="refused"
          word={t(($) => $.floor.station.closed)}
          detail={t(($) => $.floor.station.closedText)}
          onEnd={() => setRefused(null)}
        />
      )}
      {refused !== null && <Acknowledge onAnswer={() => setRefused(null)} />}
    </>
  )
}

function Question({ onStay, onGo }: { readonly onStay: () => void; readonly onGo: () => void }) {
  const { t } = useTranslation('shell')
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: ({ resolution: { command } }) => {
      if (command === 'CONFIRM' || command === 'NEXT') return onGo()
      onStay()
      // Any other code is meant for what is open.
      return command === 'CANCEL' || command === 'UNDO' ? undefined : passedOn
    },
  })
  return (
    <FloorSheet
      title={t(($) => $.floor.station.title)}
      closeLabel={t(($) => $.floor.station.stay)}
      onClose={onStay}
      actions={
        <>
          <FloorAction tone="quiet" onClick={onStay}>
            {t(($) => $.floor.station.stay)}
          </FloorAction>
          <FloorAction onClick={onGo}>{t(($) => $.floor.station.go)}</FloorAction>
        </>
      }
    >
      <p>{t(($) => $.floor.station.text)}</p>
    </FloorSheet>
  )
}

/** The next scan ends the refusal; a code goes on to its screen, a command was only the answer. */
function Acknowledge({ onAnswer }: { readonly onAnswer: () => void }) {
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: ({ resolution: { command } }) => {
      onAnswer()
      return command === null ? passedOn : undefined
    },
  })
  return null
}

/** Opens a page; answers whether it is another one than before. */
async function goTo(router: AnyRouter, path: string): Promise<boolean> {
  const before = router.state.matches.at(-1)?.routeId
  await router.navigate({ href: path })
  return router.state.matches.at(-1)?.routeId !== before
}
