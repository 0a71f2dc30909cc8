import { IconArrowBackUp, IconFlagCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeText } from '../../ui/code-text.tsx'
import { FloorLayout } from '../../ui/floor/floor-layout.tsx'
import { BigNumber, FloorAction, FloorPanel } from '../../ui/floor/floor-parts.tsx'
import { feedbackTones, FullScreenFeedback } from '../../ui/floor/full-screen-feedback.tsx'

/** A whole screen of the floor, with the four results of a scan to try. */
export function FloorSampleScreen() {
  const { t } = useTranslation('design')
  const [shown, setShown] = useState(0)
  const [open, setOpen] = useState(false)
  const tone = !open ? null : feedbackTones[(shown - 1) % feedbackTones.length]
  const next = (): void => {
    setShown(shown + 1)
    setOpen(true)
  }
  return (
    <FloorLayout
      title={t(($) => $.floor.title)}
      actions={
        <>
          <FloorAction tone="quiet" icon={IconArrowBackUp} onClick={() => setShown(0)}>
            {t(($) => $.floor.quiet)}
          </FloorAction>
          <FloorAction icon={IconFlagCheck} onClick={next}>
            {t(($) => $.floor.primary)}
          </FloorAction>
        </>
      }
    >
      <FloorPanel>
        <BigNumber value={shown} label={t(($) => $.floor.count)} />
      </FloorPanel>
      <FloorPanel label={t(($) => $.floor.last)}>
        <CodeText code="3600001234567" />
      </FloorPanel>
      {tone ? (
        <FullScreenFeedback
          id={shown}
          tone={tone}
          word={t(($) => $.feedback[tone])}
          {...(tone === 'warning' || tone === 'refused' ? { detail: t(($) => $.feedback.detail) } : {})}
          onEnd={() => setOpen(false)}
        />
      ) : null}
    </FloorLayout>
  )
}
