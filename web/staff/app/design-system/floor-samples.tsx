import { IconArrowBackUp, IconFlagCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CodeText } from '../../ui/code-text.tsx'
import { AnswerLetter } from '../../ui/floor/answer-letter.tsx'
import { BigNumber, FloorAction, FloorPanel } from '../../ui/floor/floor-parts.tsx'
import { LetteredAction } from '../../ui/floor/lettered-action.tsx'
import { UndoTarget } from '../../ui/floor/undo-target.tsx'
import { FeedbackScreen, feedbackTones } from '../../ui/floor/full-screen-feedback.tsx'
import classes from './design-system.module.css'

/** The parts of a floor screen. */
export function FloorSamples() {
  const { t } = useTranslation('design')
  return (
    <div className={classes.floor}>
      <FloorPanel>
        <BigNumber value={128} label={t(($) => $.floor.count)} />
      </FloorPanel>
      <FloorPanel label={t(($) => $.floor.last)}>
        <CodeText code="3600001234567" />
      </FloorPanel>
      <div className={classes.floorActions}>
        <FloorAction tone="quiet" icon={IconArrowBackUp}>
          {t(($) => $.floor.quiet)}
        </FloorAction>
        <FloorAction icon={IconFlagCheck}>{t(($) => $.floor.primary)}</FloorAction>
      </div>
      <div className={classes.floorActions}>
        <FloorAction tone="danger">{t(($) => $.floor.danger)}</FloorAction>
        <FloorAction disabled>{t(($) => $.button.disabled)}</FloorAction>
        <FloorAction busy>{t(($) => $.button.busy)}</FloorAction>
      </div>
      <div className={classes.floorActions}>
        <FloorAction>
          <AnswerLetter at={0} />
          {t(($) => $.floor.primary)}
        </FloorAction>
        <LetteredAction tone="quiet">{t(($) => $.floor.quiet)}</LetteredAction>
      </div>
      <UndoTarget name="3600001234567" />
    </div>
  )
}

/** The four results of a scan, each in a frame in place of the screen. */
export function FeedbackSamples() {
  const { t } = useTranslation('design')
  return (
    <div className={classes.columns}>
      {feedbackTones.map((tone) => (
        <div key={tone} className={classes.feedback}>
          <FeedbackScreen
            tone={tone}
            word={t(($) => $.feedback[tone])}
            {...(tone !== 'accepted' && tone !== 'done' && tone !== 'attention'
              ? { detail: t(($) => $.feedback.detail) }
              : {})}
            code="3 600001 234567"
            onEnd={() => undefined}
          />
        </div>
      ))}
    </div>
  )
}
